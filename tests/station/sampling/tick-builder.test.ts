import { describe, expect, it } from 'vitest';
import { compensate } from '../../../src/station/air/scale/scale.ts';
import { TickBuilder } from '../../../src/station/sampling/tick-builder.ts';
import type { RawTick } from '../../../src/station/tick.ts';
import { reading } from './readings.ts';

const NOON = 1_750_500_000; // a multiple of 300

const airC = (tick: RawTick): number | null =>
  compensate(tick, { k: 0.5, humidityOffset: 0, psychrometric: false, altitudeM: 0, air: null, barometer: null })
    .temperatureC;

/** Feeds readings every `stepS` over [fromS, untilS] and collects the rows. */
function feed(
  builder: TickBuilder,
  fromS: number,
  untilS: number,
  stepS: number,
  at: (tS: number) => number | null,
): RawTick[] {
  const built: RawTick[] = [];
  for (let tS = fromS; tS <= untilS; tS += stepS) {
    const tick = builder.add(reading(tS, at(tS)));
    if (tick) built.push(tick);
  }
  return built;
}

describe('a row of the five-minute grid', () => {
  it('is the mean of the minute that ends on it, and comes with the first sample at or after it', () => {
    const ticks = feed(new TickBuilder(2), NOON - 100, NOON + 2, 2, (tS) => (tS > NOON - 60 ? 20 : 99));
    expect(ticks.map(({ tS }) => tS)).toEqual([NOON]);
    expect(ticks[0]!).toMatchObject({ temperatureRawC: 25, humidityRawPct: 50, stationHpa: 1000, cloudIndex: 0.5 });
    expect(airC(ticks[0]!)).toBeCloseTo(17.5, 9);
    expect(ticks[0]!.rates.temperatureCPerH).toBe(0); // of the sample on the grid, not of a later one
  });

  it('needs a third of the minute', () => {
    const withValid = (count: number) =>
      feed(new TickBuilder(2), NOON - 100, NOON, 2, (tS) => (tS > NOON - 2 * count ? 20 : null))[0]!.temperatureRawC;
    expect(withValid(10)).toBe(25);
    expect(withValid(9)).toBeNull();
  });

  it('that is only shown needs three samples: a start with an old history is not silent for twenty seconds', () => {
    const ticks = new TickBuilder(2);
    const shown = [0, 2, 4].map((afterS) => {
      ticks.add(reading(NOON + afterS, 20 + afterS));
      return ticks.now(NOON + afterS)!.temperatureRawC;
    });
    expect(shown).toEqual([null, null, 27]);
  });

  it('is made of what there is when samples come every half minute', () => {
    const ticks = feed(new TickBuilder(30), NOON - 300, NOON + 300, 30, () => 20);
    expect(ticks.map(({ tS, temperatureRawC }) => [tS, temperatureRawC])).toEqual([
      [NOON, 25],
      [NOON + 300, 25],
    ]);
  });

  it('carries what the compensation read, so that it can be made anew', () => {
    const [tick] = feed(new TickBuilder(2), NOON - 100, NOON, 2, () => 20);
    expect(tick!).toMatchObject({ temperatureRawC: 25, cpuExcessC: 15, elementC: 24, humidityRawPct: 50 });
  });

  it('is missing for five minutes of silence, and the next one is there again', () => {
    const builder = new TickBuilder(2);
    feed(builder, NOON - 100, NOON - 62, 2, () => 20);
    const ticks = feed(builder, NOON + 500, NOON + 602, 2, () => 21);
    expect(ticks.filter(({ temperatureRawC }) => temperatureRawC !== null).map(({ tS }) => tS)).toEqual([NOON + 600]);
  });

  it('survives a clock that is set back', () => {
    const builder = new TickBuilder(2);
    feed(builder, NOON, NOON + 200, 2, () => 20);
    const ticks = feed(builder, NOON - 7300, NOON - 7200, 2, () => 21);
    expect(ticks.map(({ tS, temperatureRawC }) => [tS, temperatureRawC])).toEqual([[NOON - 7200, 26]]);
  });
});
