import type { z } from 'zod';
import { DAY_S } from '../base/durations.ts';
import type {
  FleetCompareQuery,
  FleetComparison,
  FleetForecast,
  FleetHistory,
  FleetRangeQuery,
} from '../contract/fleet.ts';
import { FIELD_OF } from '../contract/fleet-line.ts';
import { HORIZON_LABELS, perTarget, type Target } from '../contract/names.ts';
import { ApiError } from '../http/api-error.ts';
import { quantitiesWith } from '../quantities/names.ts';
import { sentence } from '../words/sentence.ts';
import type { Series } from './engine/engine.ts';
import type { Hub } from './hub.ts';
import { possible } from './possible.ts';
import { bucketed, type Rows, rowsWithin } from './rows.ts';

const MOST_SPAN_S = 366 * DAY_S;
const MOST_POINTS = 20_000;
/** Longest span answered at once; longer reads queue. */
const LONG_S = 32 * DAY_S;
const BUCKETS_S = { least: 300, most: 7 * DAY_S } as const;
const FORECAST_S = 2 * DAY_S;
/** Fields of wind, rain, sun and the air outdoors. */
const OUTDOORS: ReadonlySet<string> = new Set(quantitiesWith('fleet', 'narrow').map(({ fleet }) => fleet.field));
/** A horizon's own forecast may have been issued some minutes before the newest of another. */
const TOGETHER_S = 1800;

type Range = z.infer<typeof FleetRangeQuery>;

export function spanOf({ start, end }: Pick<Range, 'start' | 'end'>, nowS: number) {
  const toS = Math.min(end ?? nowS, nowS + DAY_S);
  const fromS = start ?? toS - DAY_S;
  if (fromS >= toS) throw new ApiError(422, sentence('fleet-hub.range-order'));
  if (toS - fromS > MOST_SPAN_S) throw new ApiError(422, sentence('fleet-hub.span'));
  return { fromS, toS };
}

export async function rowsBetween(hub: Hub, login: string, { fromS, toS }: ReturnType<typeof spanOf>): Promise<Rows> {
  // Whole UTC days, because which revision counts is decided by the day.
  const dayFromS = Math.floor(fromS / DAY_S) * DAY_S;
  const dayToS = (Math.floor(toS / DAY_S) + 1) * DAY_S - 1;
  const read = async (): Promise<Rows> => {
    const series = await hub.engine.ask((engine) => engine.series(login, 'wx', dayFromS, dayToS));
    return rowsWithin(series, fromS, toS);
  };
  return toS - fromS > LONG_S ? hub.longReads.take(read) : read();
}

export async function historyOf(hub: Hub, id: string, range: Range): Promise<FleetHistory> {
  const bucketS = range.bucket ?? BUCKETS_S.least;
  if (bucketS < BUCKETS_S.least || bucketS > BUCKETS_S.most)
    throw new ApiError(422, sentence('fleet-hub.bucket', BUCKETS_S));
  const span = spanOf(range, hub.nowS);
  if ((span.toS - span.fromS) / bucketS > MOST_POINTS)
    throw new ApiError(422, sentence('fleet-hub.points', { most: MOST_POINTS }));
  const { ts, columns } = bucketed(await rowsBetween(hub, id, span), bucketS);
  return {
    id,
    start_ts: span.fromS,
    end_ts: span.toS,
    bucket_s: bucketS,
    ts,
    ...perTarget((target) => columns[FIELD_OF[target]] ?? ts.map(() => null)),
    outdoors: Object.fromEntries(Object.entries(columns).filter(([field]) => OUTDOORS.has(field))),
  };
}

export async function forecastOf({ engine, nowS }: Hub, id: string): Promise<FleetForecast> {
  const issued = await engine.ask((of) => of.series(id, 'wx_fc', nowS - FORECAST_S, nowS + DAY_S));
  const series = possible(issued);
  const issueS = Math.max(...series.map(({ tS }) => tS.at(-1) ?? 0));
  const newest = (target: Target, horizon: string, field: string) => {
    const isIt = (one: Series) =>
      one.field === field && one.labels['target'] === target && one.labels['horizon'] === horizon;
    const found = series.find(isIt);
    return found && issueS - found.tS.at(-1)! <= TOGETHER_S ? found.values.at(-1)! : null;
  };
  const of = (target: Target) =>
    Object.values(HORIZON_LABELS).flatMap((horizon) => {
      const mu = newest(target, horizon, 'wx_fc_mu');
      return mu === null ? [] : [{ horizon, mu, halfwidth: newest(target, horizon, 'wx_fc_halfwidth') }];
    });
  return {
    id,
    issue_ts: issueS > 0 ? issueS : null,
    targets: perTarget(of),
  };
}

export async function comparisonOf(hub: Hub, query: z.infer<typeof FleetCompareQuery>): Promise<FleetComparison> {
  const { a, b, target } = query;
  const span = spanOf(query, hub.nowS);
  const [one, other] = await Promise.all([a, b].map((id) => rowsBetween(hub, id, span)));
  const field = FIELD_OF[target];
  const ts = [...new Set([...one!.keys(), ...other!.keys()])].sort((x, y) => x - y);
  const value = (rows: Rows, tS: number) => rows.get(tS)?.[field] ?? null;
  const values_a = ts.map((tS) => value(one!, tS));
  const values_b = ts.map((tS) => value(other!, tS));
  const differences = ts.flatMap((_, i) =>
    values_a[i] === null || values_b[i] === null ? [] : [values_a[i]! - values_b[i]!],
  );
  return { a, b, target, ts, values_a, values_b, difference: spread(differences) };
}

function spread(values: readonly number[]): FleetComparison['difference'] {
  const n = values.length;
  if (n === 0) return { mean: null, sd: null, n };
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: n > 1 ? Math.sqrt(squares / (n - 1)) : null, n };
}
