import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBare } from '../../../src/station/store/sqlite/database.ts';
import { board, copyOf, forgetPasts, pastUnder, START_S, settingsOf } from '../../support/past.ts';
import { Bench } from '../../support/station.ts';

afterAll(forgetPasts);

it('labels: are learned again from the record where what was learned from them cannot be read', async () => {
  const bench = new Bench(settingsOf({}), START_S, pastUnder({}));
  const station = bench.build(board());
  await station.start();
  for (const value of [1, 0, 1]) {
    await bench.clock.advance(1_800_000);
    expect(station.rain.label({ kind: 'rain', value, tS: bench.clock.nowS(), note: '' })).toMatchObject({
      learned: true,
    });
  }
  station.rain.label({ kind: 'fog', value: 1, tS: bench.clock.nowS(), note: '' });
  const before = station.watch.models().precipitation;
  await station.stop();
  const db = openBare(join(bench.folder, 'weatherglass.db'));
  db.prepare(`UPDATE learned SET version = 1 WHERE name LIKE 'rain%'`).run(); // as 1.0.0 leaves it
  db.close();
  const next = new Bench(settingsOf({}), bench.clock.nowS() + 1, bench.folder);
  await next.build(board()).start();
  const { coefficients, strong_labels } = next.station.watch.models().precipitation;
  expect(strong_labels).toBe(before.strong_labels);
  for (const [i, { feature, weight }] of coefficients.entries())
    if (feature !== 'bias') expect(weight, feature).toBeCloseTo(before.coefficients[i]!.weight ?? Number.NaN, 1); // that is the climate's
  await next.station.stop();
});

describe('labels: one that was given while the clock was 3 hours behind is learned', () => {
  const BEHIND_S = 3 * 3600;
  const taught = ({ station }: Bench) => station.watch.models().precipitation.strong_labels;

  /** Its clock is confirmed; then it falls behind, samples are held, and somebody says that it rains. */
  async function labelled(): Promise<Bench> {
    const bench = new Bench(settingsOf({}), START_S, pastUnder({}));
    Object.assign(bench.clock, { boot: 'first', synchronised: () => true });
    await bench.build(board()).start();
    await bench.clock.advance(1_800_000);
    Object.assign(bench.clock, { synchronised: () => null });
    bench.clock.jumpWallS(-BEHIND_S);
    await bench.clock.advance(120_000);
    bench.station.rain.label({ kind: 'rain', value: 1, tS: bench.station.nowS(), note: '' });
    expect(taught(bench)).toBe(1);
    return bench;
  }

  it('behind a power cut and another start under such a clock', async () => {
    const bench = await labelled();
    const folder = copyOf(bench.folder);
    await bench.station.stop();
    const next = new Bench(settingsOf({}), bench.clock.nowS() + 20, folder);
    Object.assign(next.clock, { boot: 'second', synchronised: () => null });
    await next.build(board()).start();
    await next.clock.advance(120_000);
    next.clock.jumpWallS(BEHIND_S);
    await next.clock.advance(900_000);
    expect(next.station['parts'].store.clock.words.inDoubt).toBe(false);
    expect(taught(next)).toBe(1);
    await next.station.stop();
  });

  it('behind a stop before the next row of the grid', async () => {
    const bench = await labelled();
    bench.clock.jumpWallS(BEHIND_S);
    await bench.clock.advance(70_000);
    expect(bench.station['parts'].store.clock.words.inDoubt).toBe(false);
    await bench.station.stop();
    const next = new Bench(settingsOf({}), bench.clock.nowS() + 1, bench.folder);
    await next.build(board()).start();
    expect(taught(next)).toBe(1);
    await next.station.stop();
  });
});
