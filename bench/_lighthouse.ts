import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { freePort } from '../tests/support/free-port.ts';

const package_ = join(import.meta.dirname, '../../..', 'tests/tools/node_modules/lighthouse');
/** In a package of its own (`npm run tools`): nobody who runs the station waits for it. */
const entry = join(package_, 'core/index.js');

/** What it says of a page. */
export interface Verdict {
  /** The score of its speed, which hangs on the machine. */
  performance: number;
  accessibility: number;
  layoutShift: number;
  /** Of the page; not of what its stream goes on saying, a message more in one run and less in another. */
  bytes: number;
  /** What it found to be done, by the names of its audits. */
  wanting: string[];
  /** How fast this machine was just then, by Lighthouse's own measure (its "benchmark index"). */
  speed: number;
}

interface Audit {
  score: number | null;
  numericValue?: number;
  scoreDisplayMode: string;
  details?: { items?: { resourceType?: string; transferSize?: number }[] };
}
interface Report {
  lhr: {
    environment: { benchmarkIndex: number };
    categories: Record<string, { score: number | null }>;
    audits: Record<string, Audit>;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<Report | undefined>;

/** Lighthouse's own, said again, since settings are taken whole. */
const SLOW_MOBILE_DATA = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
};
/** The score of its speed that every view of the dashboard has to have. */
export const ENOUGH = 0.95;

/** By default Lighthouse takes the machine for four times as fast as a middling telephone. */
const TIMES_AS_FAST = 4;
/** The speeds (its "benchmark index") at which it is, by Lighthouse's own guide to calibrating, so many times as fast. */
const SPEEDS = [150, 800, 1300, 1533] as const;

/** How many times as fast as that telephone a machine of this speed is; never more than Lighthouse takes it for. */
function timesAsFast(speed: number): number {
  for (let i = 0; i < SPEEDS.length - 1; i++) {
    const [from, to] = [SPEEDS[i]!, SPEEDS[i + 1]!];
    if (speed < to) return Math.max(1, 1 + i + (speed - from) / (to - from));
  }
  return TIMES_AS_FAST;
}

interface Runner {
  /** In the Chromium that it has started. */
  run(url: string, flags: object): Promise<Report>;
  speed(): Promise<number>;
  close(): Promise<void>;
}

/** For pages that hang. Lighthouse's own 45 s would take a starved machine for one, and call it an error. */
const LONGEST_LOAD_MS = 240_000;

async function runner(): Promise<Runner> {
  const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
  const { pageFunctions } = (await import(pathToFileURL(join(package_, 'core/lib/page-functions.js')).href)) as {
    pageFunctions: { computeBenchmarkIndex: () => number };
  };
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  const blank = await browser.newPage();
  return {
    run: async (url, flags) => {
      const always = {
        port,
        logLevel: 'silent',
        // A second of each run, for a picture that nobody looks at.
        disableFullPageScreenshot: true,
        maxWaitForFcp: LONGEST_LOAD_MS,
        maxWaitForLoad: LONGEST_LOAD_MS,
      };
      return (await lighthouse(url, { ...always, ...flags }))!;
    },
    speed: () => blank.evaluate<number>(`(${pageFunctions.computeBenchmarkIndex})()`),
    close: () => browser.close(),
  };
}

/**
 * What Lighthouse says of a page, as it asks by default: a middling telephone on slow mobile data. Both are worked out from what was
 * loaded and not played in time ("simulate"), so a machine that is slow, or busy just then, would be taken for a slower telephone
 * than is meant: its speed is measured first. What is left of chance is the script's own time, so it is the best of a few.
 */
export async function lighthouse(urls: readonly string[], times = 1): Promise<Verdict[]> {
  const { run, speed, close } = await runner();
  try {
    const verdicts: Verdict[] = [];
    for (const url of urls) {
      const runs: Verdict[] = [];
      do {
        const throttling = { ...SLOW_MOBILE_DATA, cpuSlowdownMultiplier: timesAsFast(await speed()) };
        // Half a second of each run, for an audit of which nothing is judged.
        const skipAudits = ['bf-cache'];
        const report = await run(url, { onlyCategories: ['performance', 'accessibility'], skipAudits, throttling });
        runs.push(verdictOf(report));
      } while (runs.length < times && runs.at(-1)!.performance < ENOUGH);
      verdicts.push(runs.reduce((best, one) => (one.performance > best.performance ? one : best)));
    }
    return verdicts;
  } finally {
    await close();
  }
}

const verdictOf = ({ lhr: { categories, audits, environment } }: Report): Verdict => ({
  performance: categories['performance']?.score ?? 0,
  accessibility: categories['accessibility']?.score ?? 0,
  layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY,
  bytes: pageBytes(audits),
  wanting: Object.entries(audits)
    .filter(([, { score, scoreDisplayMode }]) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
    .map(([name, { score, numericValue }]) => `${name} ${score} (${Math.round(numericValue ?? 0)})`),
  speed: environment.benchmarkIndex,
});

function pageBytes(audits: Record<string, Audit>): number {
  const requests = audits['network-requests']?.details?.items ?? [];
  if (requests.length === 0) return Number.POSITIVE_INFINITY;
  return requests
    .filter(({ resourceType }) => resourceType !== 'EventSource')
    .reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0);
}
