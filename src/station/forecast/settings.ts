import type { TypicalTable } from './learners/typical.ts';

export interface ForecastSettings {
  /** Step of the grid: 300 on a station, that of the record in a backtest. */
  stepS: number;
  latitude: number | null;
  longitude: number | null;
  /** Standard offset of the zone from UTC, for the solar hour of a station without longitude. */
  standardOffsetS: number;
  /** IANA name, for the local days of the outlook. */
  timezone: string;
  /** Table of the typical station instead of the usual one: a bench leaves out the record that it plays. */
  typical?: TypicalTable | undefined;
}
