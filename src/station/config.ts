import { z } from 'zod';
import { HOUR_S } from '../durations.ts';
import { CHOICES } from '../languages.ts';
import { connections, fleet, mqtt, push, uploads } from './config-connections.ts';
import { flag, number, texts, whole } from './config-fields.ts';

// Every setting with its default, unit and bounds in view. Sections and keys are words of the file, hence snake_case.
const isTimeZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

/** It stands in titles, is announced on the network, and is written into the log. */
const isLine = (text: string): boolean => /[^\s\p{C}]/u.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text);

const site = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(40)
    .refine(isLine, { error: 'field.line' })
    .default('Weatherglass')
    .describe('Shown at the top of every screen.'),
  latitude: z
    .number()
    .min(-90)
    .max(90)
    .nullable()
    .default(null)
    .describe('Degrees, north positive. Needed for sun and nights.'),
  longitude: z.number().min(-180).max(180).nullable().default(null).describe('Degrees, east positive.'),
  altitude_m: number(
    0,
    -500,
    5000,
    'Metres above sea level. Sea-level pressure is wrong by 1.2 hPa for every 10 m of error.',
  ),
  timezone: z
    .string()
    .refine(isTimeZone, { error: 'field.zone' })
    .nullable()
    .default(null)
    .describe("A name such as Europe/Copenhagen; not set (null), it is the computer's."),
  language: z
    .enum(['auto', ...CHOICES])
    .default('auto')
    .describe('What the screen on the wall speaks; auto is English. Every browser follows its own.'),
  indoors: flag(true, 'Whether the board lives in a room. Rain then carries a caveat.'),
  units: z
    .enum(['metric', 'imperial'])
    .default('metric')
    .describe('What every page shows unless its reader chose otherwise: °C and hPa, or °F and inHg.'),
});

const sensors = z.strictObject({
  source: z
    .string()
    .regex(/^(auto|simulator|sense-hat|replay:.+)$/, { error: 'field.source' })
    .default('auto')
    .describe('auto takes the Sense HAT where an I2C bus exists, else the simulator.'),
  replay_speed: number(1, 0.01, 10_000, 'How many times faster than life a replayed file runs.'),
  sample_interval_s: number(2, 0.5, 60, 'Seconds between samples.'),
  i2c_bus: whole(1, 0, 63, 'N of /dev/i2c-N.'),
  mount: z.enum(['flat', 'upside-down', 'wall']).default('flat').describe('How the board is put up.'),
  rotation_deg: z
    .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
    .default(0)
    .describe('How the board is turned about its vertical axis, degrees: 0, 90, 180 or 270.'),
  heading_offset_deg: number(0, -360, 360, 'Added to the compass: mounting error plus magnetic declination, degrees.'),
  probe: flag(true, 'Look for an outdoor DS18B20 probe on the 1-wire bus.'),
  probe_id: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('Which probe, such as 28-0316a2795cff; not set (null), it is the first one found.'),
  probe_interval_s: number(20, 5, HOUR_S, 'Seconds between probe readings.'),
  joystick: flag(
    true,
    'The stick of the Sense HAT: left notes that it is dry, right that it rains; middle shows the next scene, up and down change the brightness.',
  ),
  simulator_seed: whole(1, 0, 2 ** 31 - 1, 'Seed of the simulated weather.'),
});

const compensation = z.strictObject({
  k_prior: number(0.55, 0, 2, 'Share of the CPU heat that reaches the sensor, before any calibration.'),
  k_min: number(0, 0, 2, 'Smallest k a calibration may reach.'),
  k_max: number(2, 0, 5, 'Largest k a calibration may reach.'),
  humidity_offset_prior: number(0, -35, 35, 'Humidity offset before any calibration, percentage points.'),
  psychrometric: flag(
    false,
    'Move humidity from element to air temperature. Off: one degree of error is six percent of the reading.',
  ),
});

const filters = z.strictObject({
  temperature_memory_s: number(300, 10, 7200, 'Memory of the temperature filter, seconds.'),
  humidity_memory_s: number(300, 10, 7200, 'Memory of the humidity filter, seconds.'),
  pressure_memory_s: number(600, 10, 7200, 'Memory of the pressure filter, seconds.'),
});

const forecast = z.strictObject({
  rain_base_rate: number(0.14, 0.005, 0.6, 'Share of 3-hour spells with rain at this place; arid 0.05, wet 0.25.'),
  train_at_start_hours: number(2160, 2, 20_000, 'Hours of stored history learned from at a first start.'),
  lux_per_wm2: z
    .number()
    .min(1)
    .max(500)
    .nullable()
    .default(null)
    .describe(
      'Fixed light response for a calibrated outdoor sensor (about 107); not set (null), it is learned for this spot.',
    ),
});

const storage = z.strictObject({
  commit_interval_s: number(30, 1, 600, 'Seconds between commits: what a power cut may cost at most.'),
  raw_retention_days: number(7, 1, 60, 'Days the 2 s samples are kept before only their means remain.'),
  five_min_retention_days: number(90, 2, 3650, 'Days the five-minute rows are kept before only hourly means remain.'),
  backups_kept: whole(7, 0, 60, 'Nightly backups kept; 0 turns them off.'),
});

const server = z.strictObject({
  host: z.string().min(1).default('0.0.0.0').describe('Address to listen on; 127.0.0.1 closes the station to the LAN.'),
  port: whole(8000, 0, 65_535, 'TCP port; 0 picks a free one.'),
  allowed_hosts: texts(
    'More host names the dashboard may be opened under, beside addresses, localhost and this machine.',
  ),
  cors_origins: texts('Origins of other pages that may read the API, such as http://panel.local:3000.'),
  max_stream_clients: whole(64, 1, 10_000, 'Live streams served at once.'),
});

const access = z.strictObject({
  writes: z
    .enum(['open', 'pin', 'local'])
    .default('open')
    .describe('Who may label, calibrate and train: everyone on the LAN, holders of the PIN, or this machine alone.'),
  pin_hash: z
    .string()
    .nullable()
    .default(null)
    .describe('Made by "weatherglass pin", or set on the settings page; needed for writes: pin.'),
});

const display = z.strictObject({
  enabled: flag(
    false,
    'The LED matrix of the Sense HAT shows scenes in turn: temperature, humidity, pressure, chance of rain. The stick goes through them.',
  ),
  rotation_deg: z
    .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
    .default(0)
    .describe('Degrees: 0, 90, 180 or 270.'),
  brightness: number(0.6, 0.05, 1, 'By day; nights are dimmer by themselves.'),
  scene_s: number(8, 2, 600, 'Seconds a scene stays.'),
});

const kiosk = z.strictObject({
  display: whole(0, 0, 7, 'Which screen, counted from 0.'),
  zoom: number(1, 0.5, 3, 'Zoom of the page.'),
  hide_cursor: flag(true, 'No mouse pointer on the wall.'),
  nightly_reload: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'field.time' })
    .nullable()
    .default('03:30')
    .describe('Local time of a fresh page every night, such as 03:30; not set (null), never.'),
  memory_limit_mb: whole(600, 128, 8192, 'The page is loaded afresh when it uses more, MB.'),
});

const log = z.strictObject({
  level: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('Least severe line written.'),
});

const section = <T extends z.ZodObject>(schema: T, about: string) => schema.prefault({} as z.input<T>).describe(about);

export const Config = z.strictObject({
  site: section(site, 'Where the station stands.'),
  sensors: section(sensors, 'What it reads.'),
  compensation: section(compensation, "How the board's own heat is removed."),
  filters: section(filters, 'How samples are smoothed.'),
  forecast: section(forecast, 'What it learns from.'),
  storage: section(storage, 'What it keeps.'),
  server: section(server, 'Who can reach it.'),
  access: section(access, 'Who may change it.'),
  display: section(display, 'The LED matrix.'),
  kiosk: section(kiosk, 'The screen on the wall.'),
  mqtt: section(mqtt, 'Home Assistant and other MQTT listeners.'),
  push: section(push, 'A time series database.'),
  fleet: section(fleet, 'A fleet of stations.'),
  uploads: section(uploads, 'Public networks.'),
  connections: section(connections, 'What it shares with others.'),
  log: section(log, 'What it writes to stderr.'),
});
export type Config = z.infer<typeof Config>;

/** The defaults are honest about a station nobody has placed yet: no sun, no nights, pressure as measured. */
export const siteIsSet = (config: Config): boolean => config.site.latitude !== null && config.site.longitude !== null;
