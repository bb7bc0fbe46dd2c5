import { DAY_S, HOUR_S } from './durations.ts';

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
