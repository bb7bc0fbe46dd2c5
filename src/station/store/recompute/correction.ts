import type { FoldedRow } from '../tiers/accumulator.ts';
import { placeOf } from '../tiers/rollup-columns.ts';
import { cpuExcess, type SampleRow } from '../tiers/sample-row.ts';
import type { Deriver, Follower } from './deriver.ts';

/** Differences below this are rounding, not calibration. */
const ROUNDING = 1e-9;

/** Scope of a recompute: everything a calibration shapes, or only sea-level pressure, for a corrected altitude. */
export type Scope = 'all' | 'pressure';

export const SAMPLE_INPUT = ['temp_raw', 'cpu_smooth', 'temp_hum_chip', 'hum_raw', 'press_smooth'] as const;
export const SAMPLE_OUTPUT = [
  'temp',
  'hum',
  'temp_smooth',
  'hum_smooth',
  'dew',
  'temp_rate',
  'hum_rate',
  'press_slp',
] as const;
export type SampleSlice = Pick<SampleRow, 'ts' | (typeof SAMPLE_INPUT)[number] | (typeof SAMPLE_OUTPUT)[number]>;

/** Change from one value to another; null where there is nothing to compare, 0 where it is rounding. */
export function difference(from: number | null, to: number | null): number | null {
  if (from === null || to === null) return null;
  return Math.abs(to - from) <= ROUNDING ? 0 : to - from;
}

export const moved = (value: number | null, by: number): number | null => (value === null ? null : value + by);
const movedPct = (value: number | null, by: number): number | null =>
  value === null ? null : Math.min(100, Math.max(0, value + by));

interface Saved {
  temperature: unknown;
  humidity: unknown;
}

/**
 * Gives one sample after another the values the present calibration would have given it. The filters are linear, so a smoothed
 * value moves by the filter's answer to the correction; it needs no start-up of its own, leaves what was measured since the last
 * calibration bit by bit as it is, and a second run finds nothing to do. At a calibration the live filter jumped with the scale,
 * and so does the follower here: it starts anew.
 */
export class SampleCorrection {
  readonly #deriver: Deriver;
  #temperature: Follower | null;
  #humidity: Follower | null;

  constructor(deriver: Deriver, saved: Saved | null) {
    this.#deriver = deriver;
    const restore = (signal: keyof Saved) =>
      saved === null || saved[signal] === null ? null : deriver.follower(signal, saved[signal]);
    this.#temperature = restore('temperature');
    this.#humidity = restore('humidity');
  }

  toJSON(): Saved {
    return { temperature: this.#temperature?.toJSON() ?? null, humidity: this.#humidity?.toJSON() ?? null };
  }

  /** To be called when the rows pass a calibration. */
  restart(): void {
    this.#temperature = null;
    this.#humidity = null;
  }

  /** Changes the row in place; false when it already is what it should be. */
  apply(row: SampleSlice, scope: Scope): boolean {
    const reduced = this.#reduce(row);
    return (scope === 'all' && this.#compensate(row)) || reduced;
  }

  #reduce(row: SampleSlice): boolean {
    if (row.press_smooth === null) return false;
    const seaLevel = this.#deriver.seaLevel(row.press_smooth);
    if (difference(row.press_slp, seaLevel) === 0) return false;
    row.press_slp = seaLevel;
    return true;
  }

  #compensate(row: SampleSlice): boolean {
    const { temp, hum } = this.#deriver.compensate({
      temp_raw: row.temp_raw,
      cpu_excess: cpuExcess(row.temp_raw, row.cpu_smooth),
      temp_hum_chip: row.temp_hum_chip,
      hum_raw: row.hum_raw,
    });
    const tempBy = difference(row.temp, temp);
    const humBy = difference(row.hum, hum);
    this.#temperature = this.#follow('temperature', this.#temperature, tempBy, row.ts);
    this.#humidity = this.#follow('humidity', this.#humidity, humBy, row.ts);
    const appeared = (row.temp === null) !== (temp === null) || (row.hum === null) !== (hum === null);
    if (!tempBy && !humBy && !appeared) return false;
    if (tempBy !== 0) row.temp = temp;
    if (humBy !== 0) row.hum = hum;
    const warmer = tempBy ? (this.#temperature?.now ?? null) : null;
    const moister = humBy ? (this.#humidity?.now ?? null) : null;
    row.temp_smooth = moved(row.temp_smooth, warmer?.level ?? 0);
    row.hum_smooth = movedPct(row.hum_smooth, moister?.level ?? 0);
    row.temp_rate = moved(row.temp_rate, warmer?.ratePerH ?? 0);
    row.hum_rate = moved(row.hum_rate, moister?.ratePerH ?? 0);
    row.dew = this.#deriver.dewPoint(row.temp_smooth, row.hum_smooth);
    return true;
  }

  #follow(signal: keyof Saved, follower: Follower | null, by: number | null, tS: number): Follower | null {
    if (by === null) return follower;
    if (by === 0) return null;
    const following = follower ?? this.#deriver.follower(signal, null);
    following.learn(by, tS);
    return following;
  }
}

/** Columns that a folded row shares with a sample, as means, with the extremes that move along. */
const FOLDED_INPUT = [
  ...(['temp_raw', 'cpu_excess', 'temp_hum_chip', 'hum_raw', 'hum_raw_lo', 'hum_raw_hi'] as const),
  ...(['press_smooth', 'press_smooth_lo', 'press_smooth_hi'] as const),
];
/** The reduction bends: the mean of reduced pressures differs by this much from the reduced mean, at 5000 m in a storm. */
const BEND_HPA = 1e-3;
const MOVING = ['temp', 'hum', 'temp_smooth', 'hum_smooth', 'dew'] as const;
type Moving = (typeof MOVING)[number];
type FoldedOutput = Moving | `${Moving}_lo` | `${Moving}_hi` | `press_slp${'' | '_lo' | '_hi'}`;
export const FOLDED_OUTPUT: readonly FoldedOutput[] = [...MOVING, 'press_slp' as const].flatMap(
  (q) => [q, `${q}_lo`, `${q}_hi`] as const,
);
type FoldedSlice = Record<(typeof FOLDED_INPUT)[number] | FoldedOutput, number | null>;

const PLACES = [...FOLDED_INPUT, ...FOLDED_OUTPUT].map((column) => [column, placeOf(column)] as const);
const OUTPUT_PLACES = FOLDED_OUTPUT.map(placeOf);

/** Cells of a folded row in the order of `FOLDED_OUTPUT`. */
export const outputOf = (row: FoldedRow): FoldedRow => OUTPUT_PLACES.map((at) => row[at]!);

/**
 * The same for a folded row, of which only means and extremes are left. Its means are exact: the compensation is linear in T_raw
 * and u. Its extremes move by as much as the mean, which is right to within dk times the spread of u inside the row; those of the
 * uncorrected humidity are exact, since the offset keeps their order. Rates keep their values: a constant correction has none. The row
 * itself where it is what it should be.
 */
export function correctFolded(row: FoldedRow, deriver: Deriver, humiditySettled: boolean, scope: Scope): FoldedRow {
  const slice = Object.fromEntries(PLACES.map(([column, at]) => [column, row[at]!])) as FoldedSlice;
  const reduced = reduceFolded(slice, deriver);
  const compensated = scope === 'all' && compensateFolded(slice, deriver, humiditySettled);
  if (!reduced && !compensated) return row;
  const made = [...row];
  for (const [column, at] of PLACES) made[at] = slice[column];
  return made;
}

/** Exact for the extremes, since the reduction keeps their order and so their moments; for the mean to within its bend. */
function reduceFolded(row: FoldedSlice, deriver: Deriver): boolean {
  const seaLevel = deriver.seaLevel(row.press_smooth);
  if (seaLevel === null || row.press_slp === null || Math.abs(row.press_slp - seaLevel) <= BEND_HPA) return false;
  row.press_slp = seaLevel;
  row.press_slp_lo = deriver.seaLevel(row.press_smooth_lo);
  row.press_slp_hi = deriver.seaLevel(row.press_smooth_hi);
  return true;
}

function compensateFolded(row: FoldedSlice, deriver: Deriver, humiditySettled: boolean): boolean {
  const now = deriver.compensate(row);
  const tempBy = difference(row.temp, now.temp) ?? 0;
  // The mean of clipped values is not the clipped mean: a row at an end of the scale is only touched when it must be.
  const atAnEnd = (row.hum_hi ?? 50) > 100 - ROUNDING || (row.hum_lo ?? 50) < ROUNDING;
  const humBy = humiditySettled && atAnEnd ? 0 : (difference(row.hum, now.hum) ?? 0);
  if (tempBy === 0 && humBy === 0) return false;
  const dewBefore = deriver.dewPoint(row.temp_smooth, row.hum_smooth);
  const shift = (quantity: Moving, by: number, move: typeof moved): void => {
    for (const column of [quantity, `${quantity}_lo`, `${quantity}_hi`] as const) row[column] = move(row[column], by);
  };
  if (tempBy !== 0) {
    shift('temp', tempBy, moved);
    shift('temp_smooth', tempBy, moved);
    row.temp = now.temp;
  }
  if (humBy !== 0) {
    shift('hum_smooth', humBy, movedPct);
    const extreme = (end: 'lo' | 'hi') => deriver.compensate({ ...row, hum_raw: row[`hum_raw_${end}`] }).hum;
    Object.assign(row, { hum: now.hum, hum_lo: extreme('lo'), hum_hi: extreme('hi') });
  }
  const dewBy = difference(dewBefore, deriver.dewPoint(row.temp_smooth, row.hum_smooth));
  shift('dew', dewBy ?? 0, moved);
  return true;
}
