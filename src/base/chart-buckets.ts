import { DAY_S, MINUTE_S } from './durations.ts';

/** Bucket widths of charts, narrowest first. The API's automatic choice and the dashboard share this list. */
const CHART_BUCKETS_S = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => MINUTE_S * minutes);
const MOST_POINTS = 700;

/** The smallest of them that keeps a chart of the span at some 700 points. */
export const chartBucketS = (spanS: number, leastS = 0): number =>
  CHART_BUCKETS_S.find((bucketS) => bucketS >= leastS && spanS / bucketS <= MOST_POINTS) ?? 7 * DAY_S;
