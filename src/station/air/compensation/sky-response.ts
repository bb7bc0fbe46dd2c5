import { DAY_S } from '../../../base/durations.ts';
import { ExpMean } from '../../../maths/exp-mean.ts';
import { MIN_CLEAR_SKY_WM2, MIN_ELEVATION_DEG, type SkyLight } from '../physics/cloud.ts';

const BIN_DEG = 5;
const DAYS = 30;
const FEWEST_DAYS = 5;
const FEWEST_PER_DAY = 10;
const QUANTILE = 0.95;
/** Subsampling: one value a minute, and in a long bin every second, fourth… so that a bin never holds more than these. */
const SPACING_S = 60;
const MOST_PER_DAY = 16;
/** Ratios are kept as whole thousandths of their logarithm: 0.1 % fine, and short in the saved state. */
const LOG_SCALE = 1000;

/** Deeper than this no light comes from the sky. */
const NIGHT_BELOW_DEG = -6;
const NIGHT_LIGHT_SHARE = 0.02;
/** A week of nights, in minutes. A tenth of them lit is a lamp, not a visit with a torch. */
const NIGHT_MEMORY = 4000;
const LIT_SHARE = 0.1;
const FEWEST_NIGHT = 600;

export interface SkySample extends Omit<SkyLight, 'response'> {
  azimuthDeg: number | null;
}

/** The light of one day inside one bin, thinned to every `stride`-th value offered. */
interface BinDay {
  day: number;
  stride: number;
  offered: number;
  logs: number[];
}

/**
 * Light response of this spot per W/m² of clear sky: by bins of 5° of elevation, mornings and afternoons apart (a window faces one way),
 * the 95th percentile of light/clear-sky over the last 30 days. A long overcast spell drags it down, so early values drift; it follows the
 * season because a bin forgets within a month.
 */
export class SkyResponse {
  readonly state = {
    bins: [] as [key: number, days: BinDay[]][],
    /** ln of the 95th percentile of daylight. */
    lnDaylight: null as number | null,
    lit: new ExpMean(NIGHT_MEMORY),
    lastS: 0,
  };
  readonly #known = new Map<number, number | null>();

  /** `fixed`: light per W/m² of a calibrated sensor under the open sky; it makes learning unnecessary. */
  constructor(
    private readonly longitude: number,
    private readonly fixed: number | null = null,
  ) {}

  /** Light per W/m² under a clear sky with the sun there, or null while too few days were seen. */
  response(elevationDeg: number | null, azimuthDeg: number | null): number | null {
    if (this.fixed !== null) return this.fixed;
    if (elevationDeg === null || azimuthDeg === null || elevationDeg < MIN_ELEVATION_DEG) return null;
    const key = binOf(elevationDeg, azimuthDeg);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const learned = percentile(this.#daysOf(key));
    this.#known.set(key, learned);
    return learned;
  }

  /** Lamps light this spot at night: its light tells little about the sky. */
  get nightLight(): boolean {
    return this.state.lit.n >= FEWEST_NIGHT && (this.state.lit.value ?? 0) > LIT_SHARE;
  }

  /** Learns one sample; more than one a minute is skipped. */
  learn(sample: SkySample, tS: number): void {
    const { light, clearSkyWm2, elevationDeg, azimuthDeg, saturated } = sample;
    if (light === null || light < 0 || saturated || elevationDeg === null || azimuthDeg === null) return;
    const { state } = this;
    if (tS - state.lastS < SPACING_S && tS >= state.lastS) return;
    state.lastS = tS;
    if (elevationDeg < NIGHT_BELOW_DEG && state.lnDaylight !== null)
      state.lit.add(light > NIGHT_LIGHT_SHARE * Math.exp(state.lnDaylight) ? 1 : 0);
    if (clearSkyWm2 === null || elevationDeg < MIN_ELEVATION_DEG || clearSkyWm2 < MIN_CLEAR_SKY_WM2 || light === 0)
      return;
    this.#learnDaylight(light);
    this.#learnBin(binOf(elevationDeg, azimuthDeg), Math.round(Math.log(light / clearSkyWm2) * LOG_SCALE), tS);
  }

  /** Robbins–Monro on the logarithm, whose scale is the same for counts and lux. */
  #learnDaylight(light: number): void {
    const ln = Math.log(light);
    const past = this.state.lnDaylight;
    this.state.lnDaylight = past === null ? ln : past + 0.05 * ((ln > past ? 1 : 0) - (1 - QUANTILE));
  }

  #learnBin(key: number, log: number, tS: number): void {
    const day = Math.floor((tS + this.longitude * 240) / DAY_S); // solar days: the cut is at night everywhere
    const days = this.#daysOf(key).filter((past) => past.day > day - DAYS && past.day <= day);
    let today = days.at(-1);
    if (today?.day !== day) {
      today = { day, stride: 1, offered: 0, logs: [] };
      days.push(today);
    }
    if (today.offered % today.stride === 0) today.logs.push(log);
    today.offered += 1;
    if (today.logs.length > MOST_PER_DAY) {
      today.logs = today.logs.filter((_, i) => i % 2 === 0);
      today.stride *= 2;
    }
    const { bins } = this.state;
    const at = bins.findIndex(([known]) => known === key);
    bins[at < 0 ? bins.length : at] = [key, days];
    this.#known.delete(key);
  }

  #daysOf(key: number): readonly BinDay[] {
    return this.state.bins.find(([known]) => known === key)?.[1] ?? [];
  }
}

/** Even keys for mornings, odd for afternoons: before noon the sun is in the east, in both hemispheres. */
const binOf = (elevationDeg: number, azimuthDeg: number): number =>
  2 * Math.floor(elevationDeg / BIN_DEG) + (azimuthDeg < 180 ? 0 : 1);

/** A value of a thinned day stands for `stride` of them. */
function percentile(days: readonly BinDay[]): number | null {
  const rich = days.filter((day) => day.offered >= FEWEST_PER_DAY);
  if (rich.length < FEWEST_DAYS) return null;
  const weighted = rich.flatMap((day) => day.logs.map((log) => ({ log, weight: day.stride })));
  weighted.sort((a, b) => b.log - a.log);
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  let above = 0;
  for (const { log, weight } of weighted) {
    above += weight;
    if (above >= (1 - QUANTILE) * total) return Math.exp(log / LOG_SCALE);
  }
  return null;
}
