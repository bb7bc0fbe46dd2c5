import './scripts/root.mjs'; // which Node this needs
import './tests/support/own-semaphore.ts';
import { defineConfig } from 'vitest/config';
import { makeLocales } from './scripts/locales.ts';
import { CHROMIUM, hasChromium } from './tests/browser/support/chromium.ts';
import { askedDays, environmentOf } from './tests/support/days.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { tempInMemory } from './tests/support/temp-in-memory.ts';

if (!hasChromium) {
  console.warn(
    `\nSKIPPED: the dashboard's browser tests, because ${CHROMIUM} does not exist (apt-get install chromium)\n`,
  );
}

/**
 * Two days in place of today, where the gate or a night asks for them: the quick tests live on the first, the API, a station that is
 * killed and a page on the second.
 */
const days = askedDays();
const [first, second] = days?.map((day) => ({ env: environmentOf(day) })) ?? [];
const ofSecond = ['tests/durability/kill.test.ts', 'tests/browser/today.test.ts'].slice(0, hasChromium ? 2 : 1);
if (days) {
  const [quick, programs] = days.map(({ date, zone, what }) => `${date} ${zone} (${what})`);
  console.info(`unit lives on ${quick}; server, ${ofSecond.join(' and ')} live on ${programs}`);
}
const exceptOfSecond = days ? ofSecond : [];

interface Group {
  order: number;
  workers: number;
  /** Tests of one file beside each other, where it says that they may be. */
  beside: number;
}

makeLocales();
tempInMemory();

/**
 * One group of suites runs after the other; `workers` files of it at a time. Without `isolate` one process plays many files: what they import is
 * loaded once for all of them, where a process and its imports take a second of a core for each.
 */
const project = (name: string, group: Group, include: string[], more: object = {}) => ({
  test: {
    name,
    include,
    environment: 'node',
    setupFiles: ['live-database-guard', 'own-semaphore', 'quiet-worker'].map((name) => `tests/support/${name}.ts`),
    // For what hangs: the longest of these takes a minute on a machine that does nothing else, and twenty on a busy one.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // Its second by default is short for a browser beside another one: what never comes fails all the same.
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: group.workers,
    maxConcurrency: group.beside,
    sequence: { groupOrder: group.order },
    ...more,
  },
});

/** Some wait for disks, kills and sockets, some compute, some paint: mixed, they keep two cores busy. */
const mixed = { order: 0, workers: 4, beside: 3 };
const browserTests = hasChromium ? ['tests/browser/**/*.test.ts'] : [];

const quick = ['tests/{base,config,maths,quantities,words,locales,station,renderer,repo}/**/*.test.{ts,tsx}'];

/** Whole stations that live for hours, and programs that start: minutes. What is left of the station is its parts: seconds. */
const lives = [
  'tests/{backtest,connections,contract,deploy,main}/**/*.test.ts',
  'tests/station/{app,laws,sampling,subjects}/**/*.test.ts',
  'tests/station/jobs/{threads,heavy}.test.ts',
  'tests/station/forecast/{engine,held-answers,issuer,lessons,processes,train}.test.ts',
  'tests/station/forecast/chance/self-asked.test.ts',
  'tests/station/methods/methods.test.ts',
  'tests/station/sensors/boards/soak.test.ts',
  'tests/station/store/{recompute/*,queries/history,clock-repair/rewind}.test.ts',
];

/** These mock modules, change the user, or weigh the memory or the turns of their process (a heap that others filled costs turns): each has one of its own. */
const own = [
  'tests/connections/mqtt-silence.test.ts',
  'tests/main/{build,opening}.test.ts',
  'tests/main/settings-file/{as-file,fuzz,parts}.test.ts',
  'tests/durability/{owner,set-aside-cut}.test.ts',
  'tests/renderer/begun-again.test.ts',
  ...(hasChromium ? ['tests/browser/pseudo.test.ts'] : []),
];

/** The engine and its parts; the API as a contract; the real thing killed, filled and damaged; real browsers; the kiosk. */
export default defineConfig({
  test: {
    reporters: ['./tests/support/quiet-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', mixed, quick, {
        exclude: [...lives, ...own],
        isolate: false,
        ...first,
      }),
      project('lives', mixed, lives, { exclude: own, isolate: false }),
      project('own', mixed, own),
      project('server', mixed, ['tests/{http,server}/**/*.test.ts'], {
        exclude: ['**/attacks.test.ts'],
        isolate: false,
        ...second,
      }),
      project('hub', mixed, ['tests/hub/**/*.test.ts'], { isolate: false }),
      // The attacks are on a whole program, on the day of the machine.
      project('durability', mixed, ['tests/durability/**/*.test.ts', 'tests/server/attacks.test.ts'], {
        exclude: [...own, ...exceptOfSecond],
        isolate: false,
      }),
      project('browser', mixed, browserTests, {
        exclude: [...own, ...exceptOfSecond],
        isolate: false,
      }),
      ...(days ? [project('days', mixed, ofSecond, second)] : []),
      project('kiosk', mixed, ['tests/kiosk/**/*.test.ts']),
    ],
  },
});
