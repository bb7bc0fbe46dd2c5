import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const entry = join(import.meta.dirname, '..', '..', '..', 'tests/tools/node_modules/lighthouse/core/index.js');
/** It is in a package of its own (`npm run tools`): nobody who runs the station waits for it. */
export const hasLighthouse = existsSync(entry);

export interface Verdict {
  performance: number;
  accessibility: number;
  layoutShift: number;
  bytes: number;
  /** What it found to be done, by the names of its audits. */
  wanting: string[];
}

interface Audit {
  score: number | null;
  numericValue?: number;
  scoreDisplayMode: string;
}
interface Report {
  lhr: { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> };
}
type Lighthouse = (url: string, flags: object) => Promise<Report | undefined>;

/**
 * What Lighthouse says of a page, as it asks by default: a middling telephone on slow mobile data. Both are worked out from what was
 * loaded and not played in time ("simulate"); what stays of a busy machine is in the script's own time, so it is the best of three.
 */
export async function lighthouse(urls: readonly string[], times = 1): Promise<Verdict[]> {
  const { default: run } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const verdicts: Verdict[] = [];
    for (const url of urls) {
      const runs: Verdict[] = [];
      do {
        const report = await run(url, { port, onlyCategories: ['performance', 'accessibility'], logLevel: 'silent' });
        runs.push(verdictOf(report!));
      } while (runs.length < times && runs.at(-1)!.performance < 0.95);
      verdicts.push(runs.reduce((best, one) => (one.performance > best.performance ? one : best)));
    }
    return verdicts;
  } finally {
    await browser.close();
  }
}

function verdictOf({ lhr: { categories, audits } }: Report): Verdict {
  return {
    performance: categories['performance']?.score ?? 0,
    accessibility: categories['accessibility']?.score ?? 0,
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY,
    bytes: audits['total-byte-weight']?.numericValue ?? Number.POSITIVE_INFINITY,
    wanting: Object.entries(audits)
      .filter(([, { score, scoreDisplayMode }]) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
      .map(([name, { score, numericValue }]) => `${name} ${score} (${Math.round(numericValue ?? 0)})`),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
