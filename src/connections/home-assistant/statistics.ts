import { quantitiesWith } from '../../quantities/names.ts';
import type { PastRow, WideName } from '../../station/store/queries/past-rows.ts';

const MEAN = { none: 0, arithmetic: 1, circular: 2 } as const;
type MeanType = keyof typeof MEAN;

/** Converters of Home Assistant that know our unit; without one it is shown as it is. */
const UNIT_CLASS: Readonly<Record<string, string>> = {
  '°C': 'temperature',
  hPa: 'pressure',
  'm/s': 'speed',
  'mm/h': 'speed',
  mm: 'distance',
  km: 'distance',
  s: 'duration',
};

interface Statistic {
  id: string;
  name: string;
  unit: string;
  mean: MeanType;
  of(row: PastRow): { value: number | null; lo: number | null; hi: number | null } | undefined;
}

const wide = (id: string, name: string, unit: string, column: WideName): Statistic => ({
  id,
  name,
  unit,
  mean: 'arithmetic',
  of: (row) => row.wide[column],
});

const titled = (chart: string): string => {
  const words = chart.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Every quantity with an hourly value. Of a battery's state there is no statistic. */
const STATISTICS: readonly Statistic[] = [
  wide('temperature', 'Temperature', '°C', 'temp_smooth'),
  wide('humidity', 'Humidity', '%', 'hum_smooth'),
  wide('pressure', 'Pressure', 'hPa', 'press_slp'),
  wide('pressure_station', 'Station pressure', 'hPa', 'press_smooth'),
  wide('dew_point', 'Dew point', '°C', 'dew'),
  wide('probe_temperature', 'Probe temperature', '°C', 'outdoor_c'),
  wide('illuminance', 'Illuminance', 'lx', 'lux'),
  ...quantitiesWith('narrow', 'chart')
    .filter(({ kind }) => kind !== 'state')
    .map(({ narrow, kind, unit, chart, ...row }): Statistic => {
      const mean = kind === 'counter' ? 'none' : kind === 'direction' ? 'circular' : 'arithmetic';
      const name = 'mqtt' in row ? row.mqtt.name : titled(chart);
      return { id: chart, name, unit, mean, of: ({ narrow: values }) => values.get(narrow) };
    }),
];

export interface Batch {
  statistic: Statistic;
  /** As `recorder/import_statistics` takes them. */
  hours: Record<string, string | number>[];
}

const short = (value: number): number => +value.toFixed(4);

/**
 * Hourly statistics by quantity, from rows in the order of time. A counter's sum runs from the first hour of the history on, so that a second
 * run sends the same numbers.
 */
export class Statistics {
  readonly #batches = STATISTICS.map((statistic): Batch => ({ statistic, hours: [] }));
  readonly #micros = new Map<string, number>();

  add(row: PastRow): void {
    const start = new Date(row.startS * 1000).toISOString();
    for (const { statistic, hours } of this.#batches) {
      const { value = null, lo = null, hi = null } = statistic.of(row) ?? {};
      if (value === null) continue;
      if (statistic.mean === 'none') hours.push({ start, ...this.#summed(statistic.id, value) });
      else if (statistic.mean === 'circular') hours.push({ start, mean: short(value) });
      else hours.push({ start, mean: short(value), min: short(lo ?? value), max: short(hi ?? value) });
    }
  }

  #summed(id: string, value: number): { state: number; sum: number } {
    const micros = (this.#micros.get(id) ?? 0) + Math.round(value * 1e6);
    this.#micros.set(id, micros);
    return { state: micros / 1e6, sum: micros / 1e6 };
  }

  take(least: number): Batch[] {
    const full = this.#batches.filter(({ hours }) => hours.length >= least && hours.length > 0);
    return full.map(({ statistic, hours }) => ({ statistic, hours: hours.splice(0) }));
  }
}

/**
 * Metadata for a version of Home Assistant: until 2025.10 it refuses `mean_type` and `unit_class`, and knows no mean of directions (null); from
 * 2026.11 on it wants them.
 */
export function metadataOf({ id, name, unit, mean }: Statistic, prefix: string, isModern: boolean) {
  if (!isModern && mean === 'circular') return null;
  return {
    statistic_id: `weatherglass:${prefix === '' ? '' : `${prefix}_`}${id}`,
    source: 'weatherglass',
    name: `Weatherglass ${name}`,
    unit_of_measurement: unit === '1' ? null : unit,
    has_sum: mean === 'none',
    has_mean: mean === 'arithmetic',
    ...(isModern && { mean_type: MEAN[mean], unit_class: UNIT_CLASS[unit] ?? null }),
  };
}
