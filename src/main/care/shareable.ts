import type { Settings } from '../../contract/settings.ts';
import type { StationStatus } from '../../contract/status.ts';

// Allow lists of the support file: a new status field does not compile before somebody decides, and a new setting stays out.

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

/** Settings whose values are shared: no word of the owner, and not where the station is. Of the others the file says whether they were set. */
export const SHARED: ReadonlySet<string> = new Set(
  Object.entries({
    site: 'altitude_m language indoors units',
    sensors: `replay_speed sample_interval_s i2c_bus mount rotation_deg heading_offset_deg probe probe_interval_s
      joystick simulator_seed`,
    compensation: 'k_prior k_min k_max humidity_offset_prior psychrometric',
    filters: 'temperature_memory_s humidity_memory_s pressure_memory_s',
    quality: 'temperature_c_per_min humidity_pct_per_min pressure_hpa_per_min stuck_after_min',
    forecast: 'rain_base_rate train_at_start_hours lux_per_wm2',
    storage: 'commit_interval_s raw_retention_days five_min_retention_days backups_kept',
    server: 'host port max_stream_clients',
    access: 'writes',
    display: 'enabled rotation_deg brightness scene_s',
    kiosk: 'layout display zoom hide_cursor dim off memory_limit_mb',
    inputs: `ecowitt.enabled ecowitt.port rtl433.enabled tempest.enabled tempest.port davis.enabled kernel.enabled
      mqtt.enabled`,
    mqtt: 'interval_s',
    push: 'format',
    fleet: 'upgrades',
    uploads: `wunderground.enabled pwsweather.enabled cwop.enabled windy.enabled wowbe.enabled openweathermap.enabled
      opensensemap.enabled sensorcommunity.enabled`,
    connections: 'allow_simulated mdns',
    'alarms.channels': `webhook.enabled webhook.allow_local ntfy.enabled email.enabled email.port email.secure
      mqtt.enabled`,
    log: 'level',
  }).flatMap(([section, keys]) => keys.split(/\s+/).map((key) => `${section}.${key}`)),
);

export const machineSettings = (sections: Settings['sections']) =>
  sections
    .flatMap(({ settings }) => settings)
    .filter((setting) => !setting.secret)
    .map((setting) => ({
      key: setting.key,
      ...(SHARED.has(setting.key) ? { value: setting.value } : { set: setting.source !== 'default' }),
      source: setting.source,
    }));
