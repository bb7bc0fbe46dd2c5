/** The stretch of time a reader looks at, and what to fetch for it. Pure: every gesture is a new window. */
export interface Window {
  fromS: number;
  toS: number;
}

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
export const YEAR_S = 366 * DAY_S;
const SHORTEST_S = 15 * 60;

export const PRESETS = {
  '6h': 6 * HOUR_S,
  '24h': DAY_S,
  '7d': 7 * DAY_S,
  '30d': 30 * DAY_S,
  '90d': 90 * DAY_S,
  '1y': 365 * DAY_S,
} as const;
export type Preset = keyof typeof PRESETS;

/** As the API counts them; anything finer than the sensor's own spacing would only show its pauses. */
const BUCKETS_S = [60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];
const MOST_POINTS_IN_SIGHT = 700;

export const spanS = ({ fromS, toS }: Window): number => toS - fromS;

/** No wider than the API answers, no narrower than a quarter of an hour, and never beyond the present. */
export function clamp({ fromS, toS }: Window, nowS: number): Window {
  const span = Math.min(Math.max(toS - fromS, SHORTEST_S), YEAR_S);
  const middle = (fromS + toS) / 2;
  const end = Math.min(middle + span / 2, nowS + span * 0.02);
  return { fromS: end - span, toS: end };
}

/** Twice as near is factor 0.5; the moment under the finger stays under the finger. */
export const zoomed = ({ fromS, toS }: Window, factor: number, atS: number): Window => ({
  fromS: atS - (atS - fromS) * factor,
  toS: atS + (toS - atS) * factor,
});

export const panned = ({ fromS, toS }: Window, byS: number): Window => ({ fromS: fromS + byS, toS: toS + byS });

export const bucketFor = (span: number): number =>
  BUCKETS_S.find((bucketS) => span / bucketS <= MOST_POINTS_IN_SIGHT) ?? BUCKETS_S.at(-1)!;

/** What is fetched around a window: half a window more on both sides, so that a pan finds data waiting. */
export function fetchFor(window: Window, nowS: number): Window & { bucketS: number } {
  const span = spanS(window);
  const bucketS = bucketFor(span);
  const margin = Math.min(span / 2, (YEAR_S - span) / 2);
  return {
    fromS: Math.floor((window.fromS - margin) / bucketS) * bucketS,
    toS: Math.min(Math.ceil((window.toS + margin) / bucketS) * bucketS, Math.ceil(nowS)),
    bucketS,
  };
}

/** Whether what was fetched still serves: it covers the window and is neither too coarse nor needlessly fine. */
export const covers = (have: Window & { bucketS: number }, window: Window, nowS: number): boolean =>
  have.bucketS === bucketFor(spanS(window)) &&
  have.fromS <= window.fromS &&
  have.toS >= Math.min(window.toS, nowS - 2 * have.bucketS);
