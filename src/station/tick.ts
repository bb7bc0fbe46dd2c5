/** Inputs of the compensation: of a sample or, as means, of a tick or a folded row. */
export interface RawAir {
  temperatureRawC: number | null;
  /** Mean of u = max(c − T_raw, 0). */
  cpuExcessC: number | null;
  /** The humidity element's own temperature; null where its chip told none, and then the fused one stands in. */
  elementC: number | null;
  humidityRawPct: number | null;
}

/** Rates of the level-and-rate filters, per hour; null while they settle. Pressure at station level. */
export interface TickRates {
  temperatureCPerH: number | null;
  humidityPctPerH: number | null;
  pressureHpaPerH: number | null;
}

export const NO_RATES: TickRates = { temperatureCPerH: null, humidityPctPerH: null, pressureHpaPerH: null };

/** Levels of the air at one place. */
export interface AirLevels {
  temperatureC: number | null;
  humidityPct: number | null;
  /** At station level. */
  stationHpa: number | null;
}

/** Air that bought stations tell beside a board, each group with the number of its series; null where no sender gives it. */
export interface HeardAir extends AirLevels {
  /** Series of temperature and humidity. */
  air: number | null;
  barometer: number | null;
}

/** The same smoothed as the board's own air is. */
export type HeardTick = HeardAir & { rates: TickRates };

/**
 * Raw row of the five-minute grid (t = 300 k on the wall clock): means of the valid samples in (t − 60, t]. This is stored; a `TickRow` is
 * its meaning under the scale in force.
 */
export interface RawTick extends RawAir {
  /** Epoch seconds, a multiple of 300. */
  tS: number;
  stationHpa: number | null;
  /** 0 bright .. 1 dark; null at night, without light sensor or position. */
  cloudIndex: number | null;
  rates: TickRates;
  /** Millimetres of rain over [t − 300, t); absent where no gauge reported then. */
  rainMm?: number;
  /** Absent where no sender gives any. */
  heard?: HeardTick;
}

/** An hour from before the ticks: all there is of the distant past. */
export interface RawHour extends RawAir {
  /** The middle of the hour. */
  tS: number;
  stationHpa: number | null;
}

/**
 * A row of the grid on a scale: what features, climatology, rain and novelty are made of. A station derives it from its raw row, a
 * backtest takes it from a line of a recorded file; from here on nobody can tell the difference. A level is null where there were too few
 * samples.
 */
export interface TickRow extends AirLevels, Pick<RawTick, 'tS' | 'cloudIndex' | 'rates' | 'rainMm'> {
  dewPointC: number | null;
  /** p_sea-level / p_station of this moment; 1 when the altitude is not set. */
  seaLevelRatio: number;
}

export const TICK_S = 300;
