import type { Setting, Settings } from '../../contract/settings.ts';
import type { StationStatus } from '../../contract/status.ts';

// Allow lists of the support file: a new status field does not compile before somebody decides.

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

const SHARED_TYPES: ReadonlySet<Setting['type']> = new Set(['number', 'integer', 'flag', 'choice']);
/** Numbers that say where the station is. */
const OF_PLACE: ReadonlySet<string> = new Set(['site.latitude', 'site.longitude', 'site.pressure_offset_hpa']);

/** Settings whose values are shared. Of a text, which may be a word of the owner, the file says that it was set. */
export const isShared = ({ key, type }: Pick<Setting, 'key' | 'type'>): boolean =>
  key === 'server.host' || (SHARED_TYPES.has(type) && !OF_PLACE.has(key));

export const machineSettings = (sections: Settings['sections']) =>
  sections
    .flatMap(({ settings }) => settings)
    .filter((setting) => !setting.secret)
    .map((setting) => ({
      key: setting.key,
      ...(isShared(setting) ? { value: setting.value } : { set: setting.source !== 'default' }),
      source: setting.source,
    }));
