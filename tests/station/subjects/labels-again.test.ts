import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openBare } from '../../../src/station/store/sqlite/database.ts';
import { board, forgetPasts, pastUnder, START_S, settingsOf } from '../../support/past.ts';
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
