import { afterEach, expect, it } from 'vitest';
import { Bench } from '../../support/station.ts';

const NOON_S = 1_749_988_800;
const HOUR = 3_600_000;
const DAY_S = 86_400;

let bench: Bench;
afterEach(() => bench.discard());

it('a start of a station that goes by its own time stamps a new scale behind the samples of the old one', async () => {
  bench = new Bench({ sensors: { sample_interval_s: 30 } }, NOON_S);
  Object.assign(bench.clock, { boot: 'first', synchronised: () => true });
  const first = bench.build();
  await first.start();
  await bench.clock.advance(HOUR);
  await first.stop();
  Object.assign(bench.clock, { boot: 'second', synchronised: () => null });
  bench.clock.jumpWallS(-2 * DAY_S);
  const second = bench.build();
  await second.start();
  await bench.clock.advance(2.2 * HOUR); // after two hours it goes on where the record ended
  await second.stop();
  const { config } = bench;
  Object.assign(bench, { config: { ...config, site: { ...config.site, altitude_m: 99 } } });
  const third = bench.build();
  const newestS = third['parts'].store.samples.newestTs()!;
  expect(newestS).toBeGreaterThan(bench.clock.nowS() + DAY_S);
  expect(third['parts'].store.scales.all().at(-1)!.ts).toBeGreaterThanOrEqual(newestS);
  await third.start();
  await third.stop();
});
