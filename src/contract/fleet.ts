import { z } from 'zod';
import { int, maybe } from './common.ts';
import { HORIZON_LABELS, perTarget, TARGETS } from './names.ts';

/** Answers of a fleet's hub. °C, % and hPa at sea level; null if unknown or too old. */
const horizonLabel = z.enum(Object.values(HORIZON_LABELS) as [string, ...string[]]);
const target = z.enum(TARGETS);

/** Against what its neighbours say of this place at this moment. Advice for people: nothing is changed by it. */
export const Neighbourly = z.object({
  /** Difference to the mean of the neighbours, corrected for height; positive if this station is higher. */
  difference: z.number(),
  neighbours: int,
  suspect: z.boolean(),
});
export type Neighbourly = z.infer<typeof Neighbourly>;

export const FleetHealth = z.enum(['ok', 'warn', 'fault', 'unknown']);
export type FleetHealth = z.infer<typeof FleetHealth>;

export const FleetStation = z.object({
  /** The login, which is also the name in addresses. */
  id: z.string(),
  /** Display name, as given to `hub add`. */
  name: z.string(),
  /** Group of stations that a teacher looks after, and the place in words: as the operator gave them. */
  group: z.string().nullable(),
  place: z.string().nullable(),
  /** Anybody can see its public page. */
  published: z.boolean(),
  /** Days that its readings are kept; null for ever. */
  keep_days: int.nullable(),
  added_ts: z.number(),
  revoked: z.boolean(),
  simulated: z.boolean(),
  /** Another station sends under this login and is refused. */
  shared: z.boolean(),
  /** Last contact: it brought rows, or said how it does; null for one that never came. */
  last_seen_ts: maybe,
  /** Time of its newest row; null for one that never sent any. */
  last_row_ts: maybe,
  version: z.string().nullable(),
  health: FleetHealth,
  backlog_rows: int.nullable(),
  alarms: int.nullable(),
  /** Free percent of the station's disk; null for an older station. */
  disk_free_pct: maybe,
  /** Version that the fleet asks it to have, and what became of that; null while nothing is asked. */
  wanted_version: z.string().nullable(),
  upgrade: z.enum(['asked', 'refused', 'failed']).nullable(),
  latitude: maybe,
  longitude: maybe,
  altitude_m: maybe,
  ...perTarget(() => maybe),
  /** Mean of the last 30 days' daily scores, by horizon. */
  skill: z.object(perTarget(() => z.partialRecord(horizonLabel, z.number()))),
  /** Null where fewer than five neighbours are near. */
  neighbours: z.object(perTarget(() => Neighbourly.nullable())),
});
export type FleetStation = z.infer<typeof FleetStation>;

/** `stale_s`: how old this picture is, when the engine cannot be asked; 0 while it can. */
export const Fleet = z.object({ now_ts: z.number(), stale_s: z.number(), stations: z.array(FleetStation) });
export type Fleet = z.infer<typeof Fleet>;

const column = z.array(maybe);
const times = z.array(z.number());

/** Means of buckets, or the rows themselves where a bucket is one row. Of each moment the highest revision. */
export const FleetHistory = z.object({
  id: z.string(),
  start_ts: z.number(),
  end_ts: z.number(),
  bucket_s: int,
  ts: times,
  ...perTarget(() => column),
  /** Wind, rain, sun and the air outdoors by their fields, where these rows have them: sums of rain, the highest gust, the mean direction of the wind. */
  outdoors: z.record(z.string(), column),
});
export type FleetHistory = z.infer<typeof FleetHistory>;

const issued = z.object({ horizon: horizonLabel, mu: z.number(), halfwidth: maybe });
/** The newest forecast; null and empty lists where none came in the last two days. */
export const FleetForecast = z.object({
  id: z.string(),
  issue_ts: maybe,
  targets: z.object(perTarget(() => z.array(issued))),
});
export type FleetForecast = z.infer<typeof FleetForecast>;

export const FleetScores = z.object({
  /** Newest last. */
  months: z.array(z.string().regex(/^\d{4}-\d{2}$/)),
  rows: z.array(
    z.object({
      target,
      horizon: horizonLabel,
      month: z.string(),
      /** Weighted by how many forecasts each day of each station is made of. */
      skill: maybe,
      coverage: maybe,
      /** The most that reported on one day of the month. */
      stations: int,
    }),
  ),
});
export type FleetScores = z.infer<typeof FleetScores>;

/** Times at which both have a value; `difference` is a minus b. */
export const FleetComparison = z.object({
  a: z.string(),
  b: z.string(),
  target,
  ts: times,
  values_a: column,
  values_b: column,
  difference: z.object({ mean: maybe, sd: maybe, n: int }),
});
export type FleetComparison = z.infer<typeof FleetComparison>;

export const HubHealth = z.object({
  ok: z.boolean(),
  now_ts: z.number(),
  version: z.string(),
  stations: int,
  engine: z.object({
    kind: z.enum(['victoria-metrics', 'influxdb']),
    version: z.string().nullable(),
    state: z.enum(['ok', 'down', 'full']),
    /** Since when it is in this state. */
    since_ts: z.number(),
    detail: z.string().nullable(),
  }),
  /** Since the hub began: batches stored, and refused by status. */
  batches: z.object({ stored: int, refused: z.record(z.string(), int) }),
  /** Since the hub began: values of fields that it does not know, by field (`wx_wind`). They are stored, and a newer hub shows them. */
  newer_fields: z.record(z.string(), int),
});
export type HubHealth = z.infer<typeof HubHealth>;

const SECONDS = /^\d{1,11}(\.\d+)?$/;
const seconds = z.string().regex(SECONDS, 'must be epoch seconds').transform(Number);
const WHOLE_SECONDS = /^\d{1,6}$/;
export const FleetRangeQuery = z.object({
  start: seconds.optional(),
  end: seconds.optional(),
  bucket: z.string().regex(WHOLE_SECONDS, 'must be whole seconds').transform(Number).optional(),
});
export const FleetCompareQuery = FleetRangeQuery.omit({ bucket: true }).extend({
  a: z.string().max(40),
  b: z.string().max(40),
  target: target.default('temperature'),
});
