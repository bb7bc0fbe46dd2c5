import { dewPointC } from '../../src/station/physics/humidity.ts';
import { TICK_S, type TickRow } from '../../src/station/tick.ts';

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
