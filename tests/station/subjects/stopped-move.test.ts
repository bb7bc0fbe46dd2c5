import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Moves } from '../../../src/station/store/clock-repair/moves.ts';
import { openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { Forecasts } from '../../../src/station/subjects/forecasts.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { share } from '../../support/share.ts';
import { Bench } from '../../support/station.ts';

const MINUTE = 60_000;
const SET_S = 1_750_500_000;
const LIVED_MIN = 240;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Time passes while one works: slices come to their end. The machine is not started anew between two stations. */
function working(bench: Bench): { passes(ms: number): void } {
  const { clock } = bench;
  const { nowS, steadyMs } = clock;
  let workedMs = 0;
  Object.assign(clock, {
    boot: 'one boot',
    nowS: () => nowS() + workedMs / 1000,
    steadyMs: () => {
      workedMs += 0.02;
      return steadyMs() + workedMs;
    },
  });
  return {
    passes(ms) {
      workedMs += ms;
    },
  };
}

function numbersIn(bench: Bench, sql: string): number[] {
  const db = openReadOnly(join(bench.folder, 'weatherglass.db'));
  const numbers = db.prepare<[], number>(sql).pluck().all();
  db.close();
  return numbers;
}

const stampsOf = (bench: Bench) => numbersIn(bench, 'SELECT ts_ms FROM sample ORDER BY ts_ms').map((ms) => ms / 1000);

/** When the station told of its clock. */
const toldAt = (bench: Bench) => numbersIn(bench, "SELECT ts FROM event WHERE kind = 'clock'");

/** The program starts again, on the same machine. */
function again(bench: Bench, folder = bench.folder): Bench {
  const next = new Bench({ sensors: { sample_interval_s: 60 } }, SET_S, folder);
  return Object.assign(next, { clock: bench.clock });
}

/** A start goes on with the move; a stop before its end would leave the rest to the start after it. */
async function moved(bench: Bench): Promise<void> {
  const isMoving = () => numbersIn(bench, 'SELECT count(*) FROM clock_segment WHERE moving_by_ms IS NOT NULL')[0]! > 0;
  while (isMoving()) await bench.clock.advance(100);
}

const MONTH_S = 30 * 86_400;
const [BACK, BY_LESS, FORWARD] = [
  { name: 'back, by a month', byS: -MONTH_S },
  { name: 'back, by less than it lived', byS: -7200 },
  { name: 'forward, by a month', byS: MONTH_S },
];
const MET_BY = {
  'samples that came meanwhile': [BACK, BY_LESS, FORWARD],
  'samples of another clock': [BACK, FORWARD],
  'a kill on the same boot': [BACK, FORWARD],
};
const meetings = share(
  'moves of a past that a stop breaks off',
  Object.entries(MET_BY).flatMap(([what, moves]) => moves.map((move) => ({ what, ...move }))),
  ({ what, name }) => [what, name],
);
const met = (what: keyof typeof MET_BY): [string, number][] =>
  meetings.filter((one) => one.what === what).map(({ name, byS }) => [name, byS]);

describe('a stop in the middle of a move of the past', () => {
  it.each(met('samples that came meanwhile'))('loses no sample that came meanwhile: %s', async (_, byS) => {
    const bench = new Bench({ sensors: { sample_interval_s: 60 } }, SET_S);
    working(bench);
    await bench.station.start();
    await bench.clock.advance((LIVED_MIN - 1) * MINUTE);
    bench.clock.jumpWallS(byS);
    const { station } = bench;
    await station.sampleNow(); // by another clock: the move begins
    await station.sampleNow(); // waits for the move
    const taken = station.sampleCount;
    const waitedFor = bench.clock.nowS();
    await bench.station.stop(); // no limit of it passes on this clock: the move puts down its slice
    const held = stampsOf(bench).length;
    expect(toldAt(bench)).toEqual([]); // it has not moved yet
    const next = again(bench);
    await next.station.start();
    await next.clock.advance(MINUTE);
    await moved(next);
    await next.station.stop();
    const stamps = stampsOf(next);
    expect(held).toBe(taken);
    expect(toldAt(next)).toHaveLength(1);
    expect(toldAt(next)[0]).toBeGreaterThan(waitedFor);
    expect(Math.abs(stamps[taken - 1]! - waitedFor)).toBeLessThan(2);
    expect(stamps[0]).toBeGreaterThan(SET_S + byS - 5);
    expect(stamps[0]).toBeLessThan(SET_S + byS + 65);
    expect(stamps.at(-1)! - stamps[0]!).toBeLessThan((LIVED_MIN + 5) * 60);
    bench.discard();
  });

  it.each(met('samples that came meanwhile'))(
    'loses none while what looks back is learned again: %s',
    async (_, byS) => {
      const bench = new Bench({ sensors: { sample_interval_s: 60 } }, SET_S);
      working(bench);
      await bench.station.start();
      await bench.clock.advance((LIVED_MIN - 1) * MINUTE);
      const learning = vi.spyOn(Forecasts.prototype, 'timeMoved').mockImplementationOnce(function* () {
        for (;;) yield; // longer than the station lives
      });
      bench.clock.jumpWallS(byS);
      const { station } = bench;
      await station.sampleNow(); // by another clock: the move begins
      await vi.waitFor(() => expect(learning).toHaveBeenCalled(), { timeout: PATIENCE_MS });
      await station.sampleNow(); // waits for it
      const taken = station.sampleCount;
      await station.stop();
      learning.mockRestore();
      expect(toldAt(bench)).toEqual([]);
      const next = again(bench);
      await next.station.start();
      await next.clock.advance(MINUTE);
      await moved(next);
      await next.station.stop();
      const stamps = stampsOf(next);
      expect(stamps.length).toBeGreaterThan(taken);
      expect(stamps[0]).toBeGreaterThan(SET_S + byS - 5);
      expect(stamps.at(-1)! - stamps[0]!).toBeLessThan((LIVED_MIN + 5) * 60);
      expect(toldAt(next)).toHaveLength(1);
      bench.discard();
    },
  );

  it.each([BACK, BY_LESS, FORWARD])(
    'stands by its clock also behind a start that could not go on with it: $name',
    async ({ byS }) => {
      const bench = new Bench({ sensors: { sample_interval_s: 60 } }, SET_S);
      working(bench);
      await bench.station.start();
      await bench.clock.advance((LIVED_MIN - 1) * MINUTE);
      bench.clock.jumpWallS(byS);
      await bench.station.sampleNow(); // the move begins
      await bench.station.stop(); // and puts down its slice
      const kept = vi.spyOn(Moves.prototype, 'run').mockRejectedValue(new Error('a trigger of another program'));
      const stuck = again(bench);
      await stuck.station.start();
      await stuck.clock.advance(5 * MINUTE);
      await stuck.station.stop();
      kept.mockRestore();
      for (let start = 1; start <= 2; start += 1) {
        const next = again(bench);
        await next.station.start();
        await next.clock.advance(5 * MINUTE);
        await moved(next);
        expect(next.station.nowS() - next.clock.nowS()).toBeCloseTo(0, 0);
        await next.station.stop();
        const stamps = stampsOf(next);
        expect(stamps[0]).toBeGreaterThan(SET_S + byS - 5);
        expect(stamps[0]).toBeLessThan(SET_S + byS + 65);
        expect(stamps.at(-1)).toBeLessThanOrEqual(next.clock.nowS());
        expect(stamps.at(-1)! - stamps[0]!).toBeLessThan((LIVED_MIN + 20) * 60);
        expect(toldAt(next)).toHaveLength(1);
      }
      bench.discard();
    },
  );

  it.each(met('samples of another clock'))(
    'loses none that another clock stamped behind it, and moves them apart from then on: %s',
    async (_, byS) => {
      const bench = new Bench({ sensors: { sample_interval_s: 60 } }, SET_S);
      const time = working(bench);
      await bench.station.start();
      await bench.clock.advance(119 * MINUTE);
      bench.clock.jumpWallS(byS);
      Object.assign(bench.clock, { synchronised: () => true });
      const { station } = bench;
      await station.sampleNow(); // the move begins
      await station.sampleNow(); // network time vouches for it
      const rightS = bench.clock.nowS();
      time.passes(30_000);
      bench.clock.jumpWallS(3600);
      await station.sampleNow(); // a gap: another segment
      await station.sampleNow();
      const taken = station.sampleCount;
      await bench.station.stop(); // no limit of it passes on this clock: the move puts down its slice
      const kept = numbersIn(bench, 'SELECT count(*) FROM learned_before');
      Object.assign(bench.clock, { synchronised: () => null });
      const next = again(bench);
      await next.station.start();
      next.clock.jumpWallS(-3600);
      await next.clock.advance(2 * MINUTE);
      await moved(next);
      await next.station.stop();
      const stamps = stampsOf(next);
      expect(kept[0]).toBeGreaterThan(0); // what the rest of the move goes back to
      expect(stamps.length).toBeGreaterThan(taken);
      expect(numbersIn(next, 'SELECT count(*) FROM clock_segment')).toEqual([2]);
      expect(Math.max(...stamps.map((tS) => tS - rightS))).toBeLessThan(300);
      expect(stamps[0]).toBeGreaterThan(SET_S + byS - 5);
      expect(stamps.filter((tS) => tS > rightS - 1).length).toBeGreaterThanOrEqual(3);
      bench.discard();
    },
  );

  it.each(met('a kill on the same boot'))(
    'moves nothing twice when it was a kill, on the same boot: %s',
    async (_, byS) => {
      const bench = new Bench({ sensors: { sample_interval_s: 60 } }, SET_S);
      working(bench);
      await bench.station.start();
      await bench.clock.advance(59 * MINUTE);
      bench.clock.jumpWallS(byS);
      await bench.station.sampleNow(); // the move begins
      const killed = again(bench, mkdtempSync(join(tmpdir(), 'weatherglass-')));
      cpSync(bench.folder, killed.folder, { recursive: true });
      await bench.station.stop(); // no limit of it passes on this clock: the move puts down its slice
      await killed.station.start();
      await killed.clock.advance(2 * MINUTE);
      await moved(killed);
      await killed.station.stop();
      const stamps = stampsOf(killed);
      expect(toldAt(killed)).toHaveLength(1);
      expect(stamps[0]).toBeGreaterThan(SET_S + byS - 5);
      expect(stamps[0]).toBeLessThan(SET_S + byS + 65);
      expect(stamps.at(-1)! - stamps[0]!).toBeLessThan(65 * 60);
      bench.discard();
      killed.discard();
    },
  );
});
