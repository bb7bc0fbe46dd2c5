import type { Reading } from '../live/reading.ts';
import type { MeansRow, SentColumn } from '../store/outbox.ts';

/** What others are sent: means of some minutes, or one reading. Null is what was not measured. */
export interface OutboxRow {
  /** Epoch seconds, whole. */
  startS: number;
  /** 0 for one reading. */
  widthS: number;
  /** Its end: the moment it speaks of to whoever wants but one. */
  tS: number;
  temperatureC: number | null;
  humidityPct: number | null;
  seaLevelHpa: number | null;
  stationHpa: number | null;
  dewPointC: number | null;
  outdoorC: number | null;
  lux: number | null;
  cloudIndex: number | null;
  temperatureRateCPerH: number | null;
  pressureRateHpaPerH: number | null;
  cpuC: number | null;
}

/** Of what was missing in most of its samples a mean says little about the time it stands for. */
const LEAST_SHARE = 0.5;

export function rowOf(means: MeansRow, widthS: number): OutboxRow {
  const value = (column: SentColumn): number | null =>
    means.n - means[`${column}_gaps`] >= LEAST_SHARE * means.n ? means[column] : null;
  return {
    startS: means.ts,
    widthS,
    tS: means.ts + widthS,
    temperatureC: value('temp_smooth'),
    humidityPct: value('hum_smooth'),
    seaLevelHpa: value('press_slp'),
    stationHpa: value('press_smooth'),
    dewPointC: value('dew'),
    outdoorC: value('outdoor_c'),
    lux: value('lux'),
    cloudIndex: value('cloud_index'),
    temperatureRateCPerH: value('temp_rate'),
    pressureRateHpaPerH: value('press_rate'),
    cpuC: value('cpu_temp'),
  };
}

export function rowOfReading(reading: Reading): OutboxRow {
  const tS = Math.floor(reading.tS);
  return {
    startS: tS,
    widthS: 0,
    tS,
    temperatureC: reading.smooth.temperatureC,
    humidityPct: reading.smooth.humidityPct,
    seaLevelHpa: reading.seaLevelHpa,
    stationHpa: reading.smooth.stationHpa,
    dewPointC: reading.derived.dewPointC,
    outdoorC: reading.outdoorC,
    lux: reading.sample.light?.lux ?? null,
    cloudIndex: reading.derived.cloudIndex,
    temperatureRateCPerH: reading.rates.temperatureCPerH,
    pressureRateHpaPerH: reading.rates.pressureHpaPerH,
    cpuC: reading.sample.cpuC,
  };
}
