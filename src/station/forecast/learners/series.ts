import type { TickRow } from '../../tick.ts';

/** Values that learners read off a row, by the name they keep each under. */
export const VALUE_OF = {
  temperature: (row) => row.temperatureC,
  humidity: (row) => row.humidityPct,
  pressure: (row) => row.stationHpa,
  dew_point: (row) => row.dewPointC,
  cloud: (row) => row.cloudIndex,
  temperatureRate: (row) => row.rates.temperatureCPerH,
  humidityRate: (row) => row.rates.humidityPctPerH,
  pressureRate: (row) => row.rates.pressureHpaPerH,
} as const satisfies Record<string, (row: TickRow) => number | null>;

export type RowSeries = keyof typeof VALUE_OF;
