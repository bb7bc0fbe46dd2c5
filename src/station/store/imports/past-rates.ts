import { HOUR_S } from '../../../base/durations.ts';
import { TARGETS } from '../../../contract/names.ts';
import { QUANTITIES } from '../../../quantities/table.ts';
import { filterSettings } from '../../air/filters/filter-bank.ts';
import { HeardRates } from '../../air/outdoors/heard-rates.ts';
import { type RawTick, TICK_S, type TickRates } from '../../tick.ts';
import type { FoldedRow } from '../tiers/accumulator.ts';
import { placeOf } from '../tiers/rollup-columns.ts';
import { floorTo } from '../tiers/tier.ts';
import { hourOf, type NotedBucket, type PastBucket } from './past.ts';

/** Near another import, rates are made of so much of the past: twelve memories of the filters of a file of five minutes, six of one of ten. */
export const LOOK_BACK_S = 3 * HOUR_S;
/** A filter looks back over a few steps to see a rate at all. */
const FEWEST_STEPS = 3;

/** Rates of a file's ticks, of its core and of the air outdoors beside it. */
export class PastRates {
  readonly #core: HeardRates;
  readonly #heard: HeardRates;

  /** @param fileStepS commonest step of the file */
  constructor(fileStepS: number) {
    const stepS = Math.min(HOUR_S, Math.max(TICK_S, fileStepS));
    const settings = filterSettings(stepS);
    for (const target of TARGETS) settings[target].memoryS = Math.max(settings[target].memoryS, FEWEST_STEPS * stepS);
    this.#core = new HeardRates(settings);
    this.#heard = new HeardRates(settings);
  }

  /** The next tick, with its rates. */
  learn(raw: RawTick): RawTick {
    const { tS, temperatureRawC: temperatureC, humidityRawPct: humidityPct, stationHpa, heard } = raw;
    const { rates } = this.#core.learn({ air: 0, temperatureC, humidityPct, barometer: 0, stationHpa }, tS);
    return { ...raw, rates, ...(heard && { heard: this.#heard.learn(heard, tS) }) };
  }
}

/** Tick at the end of a bucket; null where it has no core. Rates and series are those of another tick. */
export function tickOf(
  { ts, row, narrow, lastS }: Pick<PastBucket, 'ts' | 'row' | 'narrow' | 'lastS'>,
  { rates, heard }: Pick<RawTick, 'rates' | 'heard'>,
): RawTick | null {
  const mean = (column: string) => row[placeOf(column)] ?? null;
  const told = (name: 'rainMm' | 'outdoorTemperatureC' | 'outdoorHumidityPct') =>
    narrow.get(QUANTITIES[name].narrow)?.value ?? null;
  const [temperatureRawC, humidityRawPct, stationHpa] = [mean('temp_raw'), mean('hum_raw'), mean('press_raw')];
  if (temperatureRawC === null && humidityRawPct === null && stationHpa === null) return null;
  const rainMm = told('rainMm');
  const outdoors = { temperatureC: told('outdoorTemperatureC'), humidityPct: told('outdoorHumidityPct') };
  const air = { temperatureRawC, cpuExcessC: mean('cpu_excess'), elementC: null, humidityRawPct, stationHpa };
  return {
    tS: Math.max(ts + TICK_S, floorTo(lastS, TICK_S)),
    ...air,
    cloudIndex: mean('cloud_index'),
    rates,
    ...(rainMm !== null && { rainMm }),
    ...(heard && { heard: { ...heard, ...outdoors, stationHpa: heard.barometer === null ? null : stationHpa } }),
  };
}

/** Writes the rates of its tick into a row, and the moments of the extremes of the one that has records. */
export function writeRates(row: FoldedRow, rates: TickRates): FoldedRow {
  const write = (column: string, rate: number | null) =>
    row.splice(placeOf(column), 4, rate, rate, rate, rate === null ? row[1]! : 0);
  write('temp_rate', rates.temperatureCPerH);
  write('hum_rate', rates.humidityPctPerH);
  write('press_rate', rates.pressureHpaPerH);
  const lag = rates.pressureHpaPerH === null ? null : 0;
  row.splice(placeOf('press_rate_lo_at'), 2, lag, lag);
  return row;
}

/**
 * Buckets, ascending, with the rates that one file would have given them: near buckets of another import they are made of those, too, by a filter
 * that begins some hours before. So they are the same in whichever order the files have come. `beside`: buckets of imports around them.
 */
export function rated(buckets: readonly NotedBucket[], beside: readonly NotedBucket[]): NotedBucket[] {
  const ticks = [...beside, ...buckets].flatMap((bucket) => (bucket.tick ? [{ bucket, raw: bucket.tick }] : []));
  if (ticks.every(({ bucket }) => bucket.job === ticks[0]!.bucket.job)) return [...buckets];
  ticks.sort((a, b) => a.raw.tS - b.raw.tS);
  const made = new Map<NotedBucket, NotedBucket>();
  for (const [hour, [first]] of Map.groupBy(buckets, hourOf)) {
    const rates = new PastRates(first!.stepS);
    const jobs = new Set<number>();
    for (const { bucket, raw } of ticks) {
      if (raw.tS <= hour - LOOK_BACK_S || raw.tS > hour + 2 * HOUR_S) continue;
      const learned = rates.learn(raw);
      jobs.add(bucket.job);
      if (jobs.size > 1 && hourOf(bucket) === hour) made.set(bucket, withTick(bucket, learned));
    }
  }
  return buckets.map((bucket) => made.get(bucket) ?? bucket);
}

const withTick = (bucket: NotedBucket, raw: RawTick): NotedBucket => ({
  ...bucket,
  row: writeRates([...bucket.row], raw.rates),
  measured: bucket.measured && writeRates([...bucket.measured], raw.rates),
  tick: raw,
});
