import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openReadOnly } from '../../../src/station/store/database.ts';
import { Bench } from '../../support/station.ts';

const MINUTE = 60_000;
const SET_S = 1_750_500_000;
const LIVED_MIN = 240;

/** Time passes while one works: slices come to their end. The machine is not started anew between two stations. */
function working(bench: Bench): void {
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
}

function stampsOf(bench: Bench): number[] {
  const db = openReadOnly(join(bench.folder, 'weatherglass.db'));
  const stamps = db.prepare<[], number>('SELECT ts_ms FROM sample ORDER BY ts_ms').pluck().all();
  db.close();
  return stamps.map((ms) => ms / 1000);
}

describe('a stop in the middle of a move of the past', { timeout: 60_000 }, () => {
  it.each([
    ['back, by a month', -30 * 86_400],
    ['back, by less than it lived', -7200],
    ['forward, by a month', 30 * 86_400],
  ])('loses no sample that came meanwhile: %s', async (_, byS) => {
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
    const stopping = station.stop();
    await bench.clock.advance(2000); // more than a stop waits for
    await stopping;
    const held = stampsOf(bench).length;
    const next = new Bench({ sensors: { sample_interval_s: 60 } }, SET_S, bench.folder);
    Object.assign(next, { clock: bench.clock });
    await next.station.start();
    await next.clock.advance(MINUTE);
    await next.station.stop();
    const stamps = stampsOf(next);
    expect(held).toBe(taken);
    expect(Math.abs(stamps[taken - 1]! - waitedFor)).toBeLessThan(2);
    expect(stamps[0]).toBeGreaterThan(SET_S + byS - 5);
    expect(stamps[0]).toBeLessThan(SET_S + byS + 65);
    expect(stamps.at(-1)! - stamps[0]!).toBeLessThan((LIVED_MIN + 5) * 60);
    bench.discard();
  });
});
