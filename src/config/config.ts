import { z } from 'zod';
import { HOUR_S } from '../base/durations.ts';
import { hostName } from '../base/host-name.ts';
import { CHOICES } from '../base/languages.ts';
import { line } from '../contract/alarm-rule.ts';
import { alarms } from './alarms.ts';
import { connections, fleet, mqtt, push, uploads } from './connections.ts';
import { flag, number, section, texts, whole } from './fields.ts';
import { inputs } from './inputs.ts';

// Every setting with its default, unit and bounds in view. Sections and keys are words of the file, hence snake_case.
export const isTimeZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

const site = z.strictObject({
  name: line(40).default('Weatherglass'),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  altitude_m: number(0, -500, 5000),
  pressure_offset_hpa: number(0, -20, 20),
  timezone: z.string().refine(isTimeZone, { error: 'field.zone' }).nullable().default(null),
  language: z.enum(['auto', ...CHOICES]).default('auto'),
  indoors: flag(true),
  units: z.enum(['metric', 'imperial']).default('metric'),
});

const SOURCE = /^(auto|simulator(:outdoors)?|sense-hat|ecowitt|rtl433|tempest|davis|kernel|mqtt|replay:.+)$/;

const sensors = z.strictObject({
  source: z.string().regex(SOURCE, { error: 'field.source' }).default('auto'),
  replay_speed: number(1, 0.01, 10_000),
  sample_interval_s: number(2, 0.5, 60),
  i2c_bus: whole(1, 0, 63),
  mount: z.enum(['flat', 'upside-down', 'wall']).default('flat'),
  rotation_deg: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
  heading_offset_deg: number(0, -360, 360),
  probe: flag(true),
  probe_id: z.string().min(1).nullable().default(null),
  probe_interval_s: number(20, 5, HOUR_S),
  joystick: flag(true),
  simulator_seed: whole(1, 0, 2 ** 31 - 1),
});

const compensation = z.strictObject({
  k_prior: number(0.55, 0, 2),
  k_min: number(0, 0, 2),
  k_max: number(2, 0, 5),
  humidity_offset_prior: number(0, -35, 35),
  psychrometric: flag(false),
});

const filters = z.strictObject({
  temperature_memory_s: number(300, 10, 7200),
  humidity_memory_s: number(300, 10, 7200),
  pressure_memory_s: number(600, 10, 7200),
});

const quality = z.strictObject({
  temperature_c_per_min: number(3, 0.1, 50),
  humidity_pct_per_min: number(15, 0.5, 100),
  pressure_hpa_per_min: number(1, 0.05, 50),
  stuck_after_min: number(30, 5, 1440),
});

const forecast = z.strictObject({
  rain_base_rate: number(0.14, 0.005, 0.6),
  train_at_start_hours: number(2160, 2, 20_000),
  lux_per_wm2: z.number().min(1).max(500).nullable().default(null),
});

const storage = z.strictObject({
  commit_interval_s: number(30, 1, 600),
  raw_retention_days: number(7, 1, 60),
  five_min_retention_days: number(90, 2, 3650),
  backups_kept: whole(7, 0, 60),
});

/** Whether a browser may send it as its Origin header: `null` is that of a page from a file. */
const isOrigin = (text: string): boolean =>
  /^null$/i.test(text) || (/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+\/?$/i.test(text) && URL.canParse(text));

const server = z.strictObject({
  host: z.string().min(1).default('0.0.0.0'),
  port: whole(8000, 0, 65_535),
  allowed_hosts: texts((text) => hostName(text) !== null, 'field.host'),
  cors_origins: texts(isOrigin, 'field.origin'),
  max_stream_clients: whole(64, 1, 10_000),
});

const access = z.strictObject({
  writes: z.enum(['open', 'pin', 'local']).default('open'),
  pin_hash: z.string().nullable().default(null).meta({ secret: true }),
});

const display = z.strictObject({
  enabled: flag(false),
  rotation_deg: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
  brightness: number(0.6, 0.05, 1),
  scene_s: number(8, 2, 600),
});

const clockTime = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'field.time' });
const nightly = (usual: 'dark' | 'never') => z.enum(['dark', 'times', 'never']).default(usual);

const kiosk = z.strictObject({
  layout: z.enum(['auto', 'near', 'distance']).default('auto'),
  display: whole(0, 0, 7),
  zoom: number(1, 0.5, 3),
  hide_cursor: flag(true),
  dim: nightly('dark'),
  off: nightly('never'),
  night_from: clockTime().default('22:00'),
  night_until: clockTime().default('06:30'),
  nightly_reload: clockTime().nullable().default('03:30'),
  memory_limit_mb: whole(600, 128, 8192),
});

const log = z.strictObject({
  level: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
});

export const Config = z.strictObject({
  site: section(site),
  sensors: section(sensors),
  compensation: section(compensation),
  filters: section(filters),
  quality: section(quality),
  forecast: section(forecast),
  storage: section(storage),
  server: section(server),
  access: section(access),
  display: section(display),
  kiosk: section(kiosk),
  inputs: section(inputs),
  mqtt: section(mqtt),
  push: section(push),
  fleet: section(fleet),
  uploads: section(uploads),
  connections: section(connections),
  alarms: section(alarms),
  log: section(log),
});
export type Config = z.infer<typeof Config>;

/** Whether the place is set. Without it: no sun, no nights, pressure as measured. */
export const siteIsSet = (config: Config): boolean => config.site.latitude !== null && config.site.longitude !== null;
