import { chartBucketS } from '../../../base/chart-buckets.ts';
import { HOUR_S } from '../../../base/durations.ts';
import { LIMITS } from '../../../contract/names.ts';
import type { Calendar, Day } from '../../kit/calendar.ts';

/** The stretch of time a reader looks at, and what to fetch for it. Pure: every gesture is a new window. */
export interface Window {
  fromS: number;
  toS: number;
}

const SHORTEST_S = 15 * 60;
/** Widest window: the longest range of the API. */
const LONGEST_S = LIMITS.rangeS;

/** Hours are hours; days are days of the calendar. */
export const PRESETS = {
  '6h': { hours: 6 },
  '24h': { hours: 24 },
  '7d': { days: 7 },
  '30d': { days: 30 },
  '90d': { days: 90 },
  '1y': { days: 365 },
} as const;
export type Preset = keyof typeof PRESETS;

/** Least bucket. Finer than the spacing of samples, a chart would show gaps between them. */
const LEAST_BUCKET_S = 60;

export const spanS = ({ fromS, toS }: Window): number => toS - fromS;
/** Moment at a share of the window, and place of a moment in it. */
export const timeAt = (window: Window, fraction: number): number => window.fromS + fraction * spanS(window);
export const percentIn = (window: Window, tS: number): number => (100 * (tS - window.fromS)) / spanS(window);

function beginS(preset: Preset, nowS: number, calendar: Calendar): number {
  const span = PRESETS[preset];
  return 'days' in span ? calendar.daysOn(nowS, -span.days) : nowS - span.hours * HOUR_S;
}

/**
 * The presets that a record since `firstS` can fill, and the first that it cannot: that one shows all there is, and a longer one
 * would show no more.
 */
export function presetsIn(nowS: number, calendar: Calendar, firstS: number | null) {
  const names = Object.keys(PRESETS) as Preset[];
  if (firstS === null) return { filled: names, everything: null };
  const filled = names.filter((name) => beginS(name, nowS, calendar) >= firstS);
  return { filled, everything: names[filled.length] ?? null };
}

/** A preset's stretch up to now. A young station has nothing from before `firstS`, so there it begins with the first reading. */
export function trailing(preset: Preset, nowS: number, calendar: Calendar, firstS: number | null): Window {
  const fromS = beginS(preset, nowS, calendar);
  const bornS = Math.min(firstS ?? fromS, nowS - SHORTEST_S);
  return { fromS: Math.max(fromS, bornS), toS: nowS };
}

/**
 * Limits a window to what the API answers, at least a quarter of an hour, and just beyond now. `heldS` is the end of the current window:
 * today's date ends at midnight.
 */
export function clamp({ fromS, toS }: Window, nowS: number, heldS = nowS): Window {
  const span = Math.min(Math.max(toS - fromS, SHORTEST_S), LONGEST_S);
  const end = Math.min((fromS + toS) / 2 + span / 2, Math.max(nowS + span * 0.02, heldS));
  return { fromS: end - span, toS: end };
}

/**
 * Keeps a tenth of the window on the record, so that no hand drags it out of sight: before the first reading there is nothing to drag back.
 * A window that lies out there already (`heldS`) is not pulled.
 */
export function onRecord(window: Window, firstS: number | null, heldS: number): Window {
  if (firstS === null) return window;
  const leastS = Math.min(firstS + spanS(window) / 10, heldS);
  return window.toS >= leastS ? window : panned(window, leastS - window.toS);
}

/** Twice as near is factor 0.5; the moment under the finger stays under the finger. */
export const zoomed = ({ fromS, toS }: Window, factor: number, atS: number): Window => ({
  fromS: atS - (atS - fromS) * factor,
  toS: atS + (toS - atS) * factor,
});

export const panned = ({ fromS, toS }: Window, byS: number): Window => ({ fromS: fromS + byS, toS: toS + byS });

/** First and last day of which a window shows something. */
export const daysOf = ({ fromS, toS }: Window, calendar: Calendar): [first: Day, last: Day] => [
  calendar.dayAt(fromS),
  calendar.dayAt(Math.max(fromS, Math.ceil(toS) - 1)),
];

const windowOf = (first: Day, last: Day, calendar: Calendar): Window => ({
  fromS: calendar.startS(first),
  toS: calendar.startS(last + 1),
});
const isTooLong = (first: Day, last: Day, calendar: Calendar): boolean =>
  spanS(windowOf(first, last, calendar)) > LONGEST_S;

/**
 * Whole days from `picked` on. The other date stays where it is, unless that is before `picked` or farther away than the API
 * answers: a year with two more hours of winter time is.
 */
export function fromDay(picked: Day, shown: Window, calendar: Calendar, nowS: number): Window {
  const first = Math.min(picked, calendar.dayAt(nowS));
  let last = Math.min(Math.max(first, daysOf(shown, calendar)[1]), first + 366, calendar.dayAt(nowS));
  while (isTooLong(first, last, calendar)) last--;
  return windowOf(first, last, calendar);
}

/** Whole days up to and with `picked`; otherwise as `fromDay`. */
export function toDay(picked: Day, shown: Window, calendar: Calendar, nowS: number): Window {
  const last = Math.min(picked, calendar.dayAt(nowS));
  let first = Math.max(Math.min(last, daysOf(shown, calendar)[0]), last - 366);
  while (isTooLong(first, last, calendar)) first++;
  return windowOf(first, last, calendar);
}

export const bucketFor = (span: number): number => chartBucketS(span, LEAST_BUCKET_S);

export interface Fetch extends Window {
  bucketS: number;
}

/**
 * Range to fetch for a window: half a window more on both sides, so that a pan finds data, in whole buckets and seconds. Where the API's
 * year leaves less room, both sides get half of it.
 */
export function fetchFor(window: Window, nowS: number): Fetch {
  const span = spanS(window);
  const bucketS = bucketFor(span);
  const roomS = Math.max(0, LONGEST_S - span) / 2;
  const fromS = Math.floor((window.fromS - span / 2) / bucketS) * bucketS;
  const toS = Math.min(Math.ceil((window.toS + span / 2) / bucketS) * bucketS, Math.ceil(nowS));
  const firstS = Math.max(fromS, Math.ceil(window.fromS - roomS));
  const lastS = Math.min(toS, Math.floor(window.toS + roomS));
  return { fromS: firstS, toS: Math.max(lastS, firstS + 1), bucketS };
}

/** Whether fetched data still fits the window: it covers it and is neither too coarse nor needlessly fine. */
export const covers = (have: Fetch, window: Window, nowS: number): boolean =>
  have.bucketS === bucketFor(spanS(window)) &&
  have.fromS < window.fromS + 1 &&
  have.toS > Math.min(window.toS - 1, nowS - 2 * have.bucketS);
