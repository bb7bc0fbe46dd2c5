/**
 * One row of the five-minute grid (t = 300 k on the wall clock): what features, climatology, rain and novelty are made of. The
 * station builds it from its samples, a backtest from a line of a recorded file; from here on nobody can tell the difference.
 */
export interface TickRow {
  /** Epoch seconds, a multiple of 300. */
  tS: number;
  /** Compensated; mean of the valid samples in (t-60, t]. Null when there were too few. */
  temperatureC: number | null;
  /** Offset-corrected, 0..100. */
  humidityPct: number | null;
  /** At station level. */
  stationHpa: number | null;
  dewPointC: number | null;
  /** 0 bright .. 1 dark; null at night, without light sensor or position. */
  cloudIndex: number | null;
  /** Rates of the level-and-rate filters, per hour; null while they settle. Pressure at station level. */
  rates: { temperatureCPerH: number | null; humidityPctPerH: number | null; pressureHpaPerH: number | null };
  /** p_sea-level / p_station of this moment; 1 when the altitude is not set. */
  seaLevelRatio: number;
}

export const TICK_S = 300;
