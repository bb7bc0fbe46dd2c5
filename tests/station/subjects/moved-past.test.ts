import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { headName } from '../../../src/station/forecast/grid.ts';
import type { Heavy } from '../../../src/station/jobs/heavy.ts';
import type { Relearned } from '../../../src/station/jobs/relearn.ts';
import { openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { board, copyOf, forgetPasts, pastUnder, START_S, settingsOf } from '../../support/past.ts';
import { Bench } from '../../support/station.ts';

afterAll(forgetPasts);

const MINUTE = 60_000;
const MONTH_S = 30 * 86_400;

function learned(folder: string, name: string): unknown {
  const db = openReadOnly(join(folder, 'weatherglass.db'));
  const state = db.prepare<[string], string>('SELECT state FROM learned WHERE name = ?').pluck().get(name);
  db.close();
  return JSON.parse(state!) as unknown;
}

let known: Promise<Bench> | null = null;
/** Two days and some minutes, which are vouched for and stay where they are: lived once, and copied. */
function lived(): Promise<Bench> {
  known ??= live();
  return known;
}

async function live(): Promise<Bench> {
  const bench = new Bench(settingsOf({}), START_S, pastUnder({}));
  Object.assign(bench.clock, { synchronised: () => true });
  await bench.build(board()).start();
  await bench.clock.advance(10 * MINUTE);
  await bench.station.stop();
  return bench;
}

type Change = 'calibrated' | 'set otherwise';
/** How fast it is learned anew: before the clock is mended, long after it, or so late that a stop comes first, and a start after it. */
type Pace = 'quick' | 'slow' | 'stopped';

interface Mended {
  folder: string;
  /** What the heavy thread learned in the end. */
  learnt: Relearned;
}

async function settled({ station, clock }: Bench): Promise<void> {
  const jobs = async () => {
    await clock.advance(100);
    return station.status().jobs;
  };
  await expect.poll(jobs).toEqual([]);
}

/**
 * Comes to another scale while its clock is a month ahead, which is mended then: is calibrated, or begins with other settings. What is
 * usual is learned anew, quickly or all the while.
 */
async function mended(before: Bench, change: Change, pace: Pace): Promise<Mended> {
  const isSet = change === 'set otherwise';
  const settings = settingsOf(isSet ? { compensation: { k_prior: 0.2, humidity_offset_prior: 9 } } : {});
  const bench = new Bench(settings, before.clock.nowS() + 60 + (isSet ? MONTH_S : 0), copyOf(before.folder));
  const made: Relearned[] = [];
  let end = () => {};
  let ends = Promise.resolve();
  const hold = () => {
    if (pace !== 'quick')
      ends = new Promise((resolve) => {
        end = resolve;
      });
  };
  const paced = (heavy: Heavy): Heavy => ({
    run: (name, input, handle) => {
      const learning = heavy.run(name, input, handle);
      const held = async () => {
        const learnt = await learning;
        await ends;
        made.push(learnt as Relearned);
        return learnt;
      };
      return name === 'relearn' ? (held() as typeof learning) : learning;
    },
  });
  if (isSet) hold();
  const station = bench.build(board(), paced);
  await station.start();
  await bench.clock.advance(10 * MINUTE);
  if (!isSet) {
    bench.clock.jumpWallS(MONTH_S);
    await bench.clock.advance(40 * MINUTE);
    hold();
    expect(station.calibration.calibrate((await station.telemetry()).temperature! - 5)).not.toHaveProperty('error');
    await bench.clock.advance(MINUTE);
  }
  bench.clock.jumpWallS(-MONTH_S);
  await bench.clock.advance(20 * MINUTE);
  end();
  if (pace !== 'stopped') await settled(bench);
  await station.stop();
  if (pace === 'stopped') {
    const next = new Bench(settings, bench.clock.nowS() + 1, bench.folder);
    await next.build(board(), paced).start();
    await settled(next);
    await next.station.stop();
  }
  return { folder: bench.folder, learnt: made.at(-1)! };
}

describe('the past gets another time', () => {
  it.each<Change>(['calibrated', 'set otherwise'])(
    'while it is learned from, %s: what is usual is what the mended past teaches, and the heads are those that it taught',
    async (change) => {
      const before = await lived();
      const [quick, slow] = [await mended(before, change, 'quick'), await mended(before, change, 'slow')];
      for (const name of ['forecast.climatology', 'forecast.outlook', 'novelty']) {
        expect(learned(slow.folder, name), name).toEqual(learned(quick.folder, name));
      }
      headsAreOf(slow);
    },
  );

  it('and a stop comes before that is learned: the next start teaches the heads the mended past', async () => {
    headsAreOf(await mended(await lived(), 'calibrated', 'stopped'));
  });
});

function headsAreOf({ folder, learnt: { heads } }: Mended): void {
  if (!heads.trained) throw new Error('the heads were not taught');
  for (const { key, saved } of heads.heads) {
    const name = `forecast.head.${headName(key.target, key.horizonS)}`;
    const { head } = learned(folder, name) as typeof saved;
    expect(head.members, name).toEqual(saved.head.members);
    expect(head.volatility, name).toEqual(saved.head.volatility);
  }
}
