import { dewPointC } from '../../src/station/air/physics/humidity.ts';
import type { Scale } from '../../src/station/air/scale/scale.ts';
import { type RawTick, TICK_S, type TickRow } from '../../src/station/tick.ts';

/** A row of calm weather; change what the test is about. */
export function tickRow(tS: number, change: Partial<TickRow> = {}): TickRow {
  const row: TickRow = {
    tS,
    temperatureC: 15,
    humidityPct: 70,
    stationHpa: 1010,
    dewPointC: null,
    cloudIndex: 0.5,
    rates: { temperatureCPerH: 0, humidityPctPerH: 0, pressureHpaPerH: 0 },
    seaLevelRatio: 1,
    ...change,
  };
  return { ...row, dewPointC: change.dewPointC ?? dewPointC(row.temperatureC, row.humidityPct) };
}

/** A scale on which values are what they were read as. */
export const PLAIN: Scale = { k: 0, humidityOffset: 0, psychrometric: false, altitudeM: 0, air: null, barometer: null };

/** A row as it would have been measured, had it been measured on the plain scale. */
export const rawOf = (row: TickRow): RawTick => ({
  tS: row.tS,
  temperatureRawC: row.temperatureC,
  cpuExcessC: 0,
  elementC: null,
  humidityRawPct: row.humidityPct,
  stationHpa: row.stationHpa,
  cloudIndex: row.cloudIndex,
  rates: row.rates,
});

/** Rows on the grid from `fromS`, `n` of them. */
export const tickRows = (
  fromS: number,
  n: number,
  of: (tS: number, i: number) => Partial<TickRow> = () => ({}),
): TickRow[] =>
  Array.from({ length: n }, (_, i) => {
    const tS = fromS + i * TICK_S;
    return tickRow(tS, of(tS, i));
  });
