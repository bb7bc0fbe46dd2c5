/** Lengths of time. A day of the calendar may be an hour shorter or longer than `DAY_S`: those are asked of the zone. */
export const HOUR_S = 3600;
export const DAY_S = 86_400;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Learning pause after an open window is reported. */
export const WINDOW_PAUSE_S = 2 * HOUR_S;

/** Bucket widths of charts, narrowest first. The API's automatic choice and the dashboard share this list. */
const CHART_BUCKETS_S = [
  30,
  60,
  120,
  300,
  600,
  900,
  1800,
  HOUR_S,
  2 * HOUR_S,
  3 * HOUR_S,
  6 * HOUR_S,
  12 * HOUR_S,
  DAY_S,
  7 * DAY_S,
] as const;
const MOST_POINTS = 700;

/** The smallest of them that keeps a chart of the span at some 700 points. */
export const chartBucketS = (spanS: number, leastS = 0): number =>
  CHART_BUCKETS_S.find((bucketS) => bucketS >= leastS && spanS / bucketS <= MOST_POINTS) ?? 7 * DAY_S;
