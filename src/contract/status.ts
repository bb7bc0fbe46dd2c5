import { z } from 'zod';
import { CHOICES } from '../base/languages.ts';
import { int, maybe } from './common.ts';
import { MaybePrecipitation } from './conditions.ts';
import { Connection } from './connections.ts';
import { EventRecord } from './events.ts';
import { TrainResult } from './forecast.ts';
import { Health, Telemetry } from './telemetry.ts';

export const Job = z.object({ job: z.string(), progress: z.number(), started_ts: z.number() });
export type Job = z.infer<typeof Job>;

export const ProbeStatus = z.object({
  available: z.boolean(),
  device: z.string().nullable(),
  value_c: maybe,
  age_s: maybe,
  errors: int,
});
export type ProbeStatus = z.infer<typeof ProbeStatus>;

export const Status = z.object({
  name: z.string(),
  version: z.string(),
  started_ts: z.number(),
  uptime_s: z.number(),
  hardware: z.enum(['sense-hat', 'inputs', 'simulator', 'replay']),
  colour_sensor: z.boolean(),
  rows: int,
  history_days: z.number(),
  last_train: maybe,
  next_train_in_s: maybe,
  climatology_ready: z.boolean(),
  annual_terms: z.boolean(),
  compensator_k: maybe,
  calibrations: int,
  health: Health,
  drift_stress: z.number(),
  retrain_requested: z.boolean(),
  training_log: z.array(TrainResult),
  jobs: z.array(Job),
  stream_clients: int,
  display_frame: z.string().nullable(),
  outdoor_probe: ProbeStatus.nullable(),
  events: z.array(EventRecord),
  /** Ours: what the dashboard needs to draw nights, local times and honest warnings. */
  site: z.object({
    configured: z.boolean(),
    latitude: maybe,
    longitude: maybe,
    altitude_m: z.number(),
    timezone: z.string(),
    indoors: z.boolean(),
    units: z.enum(['metric', 'imperial']),
    /** Language setting: what the wall speaks. */
    language: z.enum(['auto', ...CHOICES]),
  }),
  /** Sentences worth a banner while they are true: a full disk, a salvaged database, an unset site. */
  notices: z.array(z.object({ severity: z.enum(['info', 'warn', 'error']), text: z.string() })),
  /** Ours: seconds between two samples as the settings ask for them; what is older than a few of them is old. */
  sample_interval_s: z.number(),
  /** Ours: this is a demonstration, and its weather simulated. */
  demo: z.boolean(),
  /** Ours: nobody has said yet where the station stands, nor written any other setting. */
  first_run: z.boolean(),
  /** Ours: receivers of readings, as `/api/connections` has them. */
  connections: z.array(Connection),
  /** Ours: where other devices at home open the dashboard; none where it listens to this machine alone. */
  lan_urls: z.array(z.string()),
});
export type Status = z.infer<typeof Status>;
/** Status without what the server and the connections add. */
export type StationStatus = Omit<Status, 'stream_clients' | 'connections' | 'lan_urls'>;

export const StreamMessage = z.object({
  telemetry: Telemetry,
  precipitation: MaybePrecipitation,
  health: Health,
  drift_stress: z.number(),
  jobs: z.array(Job),
  /** Ours: alarms that fire and that nobody has acknowledged or put off. */
  alarms: int,
});
export type StreamMessage = z.infer<typeof StreamMessage>;

export const DisplayPreview = z.object({
  frame: z.string().nullable(),
  pixels: z.array(z.string().regex(/^#[0-9a-f]{6}$/)).length(64),
});
export type DisplayPreview = z.infer<typeof DisplayPreview>;

/** Liveness of the sampling loop, and the age of its last turn. */
export const Pulse = z.object({ sampling: z.boolean(), turn_age_s: maybe });
export type Pulse = z.infer<typeof Pulse>;
export const Ready = z.object({ ready: z.boolean(), reason: z.string().optional(), sample_age_s: maybe });
export type Ready = z.infer<typeof Ready>;
/** Liveness of the program: `ok` also where readiness says that nothing is stored. */
export const Alive = z.object({
  status: z.literal('ok'),
  version: z.string(),
  uptime_s: z.number(),
  ...Pulse.shape,
  ...Ready.shape,
  /** Ours: why a start takes long, in the language of the request; absent otherwise. */
  waits_for: z.string().optional(),
});
export type Alive = z.infer<typeof Alive>;
