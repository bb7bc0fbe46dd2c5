import { afterEach, expect, it } from 'vitest';
import type { Station } from '../../../src/station/app/station.ts';
import { Bench } from '../../support/station.ts';

const SET_S = 1_750_500_000;
const MINUTE = 60_000;
const HOUR_S = 3600;

let bench: Bench;
afterEach(() => bench.discard());

/** A life that network time has vouched for, and another start behind it. */
async function begunAgain(livedMs: number, offMs: number): Promise<Station> {
  bench = new Bench({ sensors: { sample_interval_s: 60 } }, SET_S);
  Object.assign(bench.clock, { synchronised: () => true });
  await bench.station.start();
  await bench.clock.advance(livedMs);
  await bench.station.stop();
  await bench.clock.advance(offMs);
  Object.assign(bench.clock, { synchronised: () => null });
  const station = bench.build();
  await station.start();
  await bench.clock.advance(5 * MINUTE);
  return station;
}

const notes = (station: Station) =>
  Object.fromEntries(station.notes.list({ limit: 9, offset: 0 }).notes.map(({ text, ...times }) => [text, times]));

const roughly = (tS: number): number => expect.closeTo(tS, 0) as number;

it('a note about the past that is written while samples are held stays beside its moment', async () => {
  const station = await begunAgain(180 * MINUTE, 10_000);
  bench.clock.jumpWallS(-HOUR_S);
  await bench.clock.advance(3 * MINUTE);
  const [wrongS, rightS] = [bench.clock.nowS(), bench.clock.nowS() + HOUR_S];
  const pastS = rightS - 2.5 * HOUR_S;
  station.notes.write('past', pastS, wrongS);
  station.notes.write('a minute ago', wrongS - 60, wrongS);
  station.notes.write('now', wrongS, wrongS);
  bench.clock.jumpWallS(HOUR_S);
  await bench.clock.advance(3 * MINUTE);
  expect(notes(station)).toMatchObject({
    past: { ts: pastS, given_ts: roughly(rightS) },
    'a minute ago': { ts: roughly(rightS - 60), given_ts: roughly(rightS) },
    now: { ts: roughly(rightS), given_ts: roughly(rightS) },
  });
  await station.stop();
});

it('a note about a time without samples stays there when the clock falls back before it and is mended', async () => {
  const station = await begunAgain(30 * MINUTE, 120 * MINUTE);
  const givenS = bench.clock.nowS();
  const pastS = givenS - HOUR_S;
  station.notes.write('the power was out', pastS, givenS);
  station.notes.write('now', givenS, givenS);
  for (const byS of [-1.5 * HOUR_S, 1.5 * HOUR_S]) {
    bench.clock.jumpWallS(byS);
    await bench.clock.advance(3 * MINUTE);
  }
  expect(notes(station)).toMatchObject({
    'the power was out': { ts: pastS, given_ts: roughly(givenS) },
    now: { ts: roughly(givenS), given_ts: roughly(givenS) },
  });
  await station.stop();
});
