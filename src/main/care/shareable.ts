import type { Config } from '../../config/config.ts';
import type { Settings } from '../../contract/settings.ts';
import type { StationStatus } from '../../contract/status.ts';

// Allow lists of the support file: a new status field or setting does not compile before somebody decides.

type Shared = { [Field in keyof StationStatus]: (value: StationStatus[Field]) => object };

const as = (name: string) => (value: unknown) => ({ [name]: value });
const left = () => ({});

const OF_STATUS: Readonly<Shared> = {
  name: left,
  version: as('version'),
  started_ts: as('started_ts'),
  uptime_s: as('uptime_s'),
  hardware: as('hardware'),
  colour_sensor: as('colour_sensor'),
  rows: as('rows'),
  history_days: as('history_days'),
  last_train: as('last_train'),
  next_train_in_s: as('next_train_in_s'),
  climatology_ready: as('climatology_ready'),
  annual_terms: as('annual_terms'),
  compensator_k: as('compensator_k'),
  calibrations: as('calibrations'),
  health: as('health'),
  drift_stress: as('drift_stress'),
  retrain_requested: as('retrain_requested'),
  training_log: left,
  jobs: as('jobs'),
  display_frame: as('display_frame'),
  outdoor_probe: (probe) => ({
    probe: probe && { available: probe.available, device: probe.device, age_s: probe.age_s, errors: probe.errors },
  }),
  events: left,
  site: ({ configured, indoors }) => ({ placed: configured, indoors }),
  notices: as('notices'),
  sample_interval_s: as('sample_interval_s'),
  demo: as('demo'),
  first_run: as('first_run'),
};

export const machineStatus = (status: StationStatus): object =>
  Object.assign(
    {},
    ...Object.entries(OF_STATUS).map(([field, share]) => share(status[field as keyof StationStatus] as never)),
  );

type Leaf = string | number | boolean | null | readonly unknown[];
type Decided<T> = { readonly [K in keyof T]: T[K] extends Leaf ? boolean : Decided<T[K]> };

const NETWORK = { enabled: true, id: false, key: false, key_file: false };

/** Settings whose values are shared: no word of the owner, and not where the station is. Of the others the file says that they were set. */
const SHARED: Decided<Config> = {
  site: {
    name: false,
    latitude: false,
    longitude: false,
    altitude_m: true,
    pressure_offset_hpa: false,
    timezone: false,
    language: true,
    indoors: true,
    units: true,
  },
  sensors: {
    source: false,
    replay_speed: true,
    sample_interval_s: true,
    i2c_bus: true,
    mount: true,
    rotation_deg: true,
    heading_offset_deg: true,
    probe: true,
    probe_id: false,
    probe_interval_s: true,
    joystick: true,
    simulator_seed: true,
  },
  compensation: { k_prior: true, k_min: true, k_max: true, humidity_offset_prior: true, psychrometric: true },
  filters: { temperature_memory_s: true, humidity_memory_s: true, pressure_memory_s: true },
  quality: {
    temperature_c_per_min: true,
    humidity_pct_per_min: true,
    pressure_hpa_per_min: true,
    stuck_after_min: true,
  },
  forecast: { rain_base_rate: true, train_at_start_hours: true, lux_per_wm2: true },
  storage: { commit_interval_s: true, raw_retention_days: true, five_min_retention_days: true, backups_kept: true },
  server: { host: true, port: true, allowed_hosts: false, cors_origins: false, max_stream_clients: true },
  access: { writes: true, pin_hash: false },
  display: { enabled: true, rotation_deg: true, brightness: true, scene_s: true },
  kiosk: {
    layout: true,
    display: true,
    zoom: true,
    hide_cursor: true,
    dim: true,
    off: true,
    night_from: false,
    night_until: false,
    nightly_reload: false,
    memory_limit_mb: true,
  },
  inputs: {
    ecowitt: { enabled: true, port: true },
    rtl433: { enabled: true, command: false, args: false },
    tempest: { enabled: true, port: true },
    davis: { enabled: true, url: false },
    kernel: { enabled: true, root: false },
    mqtt: {
      enabled: true,
      url: false,
      username: false,
      password: false,
      password_file: false,
      ca_file: false,
      topics: false,
    },
  },
  mqtt: {
    url: false,
    username: false,
    password: false,
    password_file: false,
    ca_file: false,
    discovery_prefix: false,
    interval_s: true,
  },
  push: { url: false, format: true, token: false, token_file: false, ca_file: false },
  fleet: { url: false, login: false, secret: false, secret_file: false, ca_file: false, upgrades: true },
  uploads: {
    wunderground: NETWORK,
    pwsweather: NETWORK,
    cwop: NETWORK,
    windy: NETWORK,
    wowbe: NETWORK,
    openweathermap: NETWORK,
    opensensemap: NETWORK,
    sensorcommunity: { enabled: true, id: false },
  },
  connections: { allow_simulated: true, mdns: true },
  alarms: {
    rules: false,
    channels: {
      webhook: { enabled: true, url: false, secret_file: false, ca_file: false, allow_local: true },
      ntfy: { enabled: true, url: false, topic: false, token_file: false, ca_file: false },
      email: {
        enabled: true,
        host: false,
        port: true,
        secure: true,
        user: false,
        password_file: false,
        ca_file: false,
        from: false,
        to: false,
      },
      mqtt: { enabled: true },
    },
  },
  log: { level: true },
};

/** Undefined for a key that is no setting. */
export const isShared = (key: string): boolean | undefined => {
  let node: unknown = SHARED;
  for (const name of key.split('.')) node = (node as Record<string, unknown> | undefined)?.[name];
  return typeof node === 'boolean' ? node : undefined;
};

export const machineSettings = (sections: Settings['sections']) =>
  sections
    .flatMap(({ settings }) => settings)
    .filter((setting) => !setting.secret)
    .map((setting) => ({
      key: setting.key,
      ...(isShared(setting.key) ? { value: setting.value } : { set: setting.source !== 'default' }),
      source: setting.source,
    }));
