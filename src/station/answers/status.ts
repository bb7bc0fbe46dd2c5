import type { Job, Status } from '../../contract/status.ts';
import type { Health } from '../../contract/telemetry.ts';
import { DAY_S } from '../../durations.ts';
import type { ThermalCompensator } from '../compensation/thermal.ts';
import { type Config, siteIsSet } from '../config.ts';
import type { Forecasts } from '../rooms/forecasts.ts';
import type { Peripherals } from '../rooms/peripherals.ts';
import type { Board } from '../sensors/sample.ts';
import type { Store } from '../store/store.ts';

const EVENTS_SHOWN = 15;

export interface StatusFacts {
  config: Config;
  version: string;
  timeZone: string;
  board: Board;
  store: Store;
  startedS: number;
  uptimeS: number;
  forecasts: Forecasts;
  thermal: ThermalCompensator;
  jobs: Job[];
  health: Health;
  drift: { stress: number; retrainRequested: boolean; nextTrainInS: number | null };
  peripherals: Peripherals;
  /** What a person should know since the start. */
  notices: readonly string[];
  demo: boolean;
  firstRun: boolean;
}

/** `/api/status`, without what only the server knows. */
export function statusOf(facts: StatusFacts): Omit<Status, 'stream_clients'> {
  const { config, store, forecasts, peripherals, drift } = facts;
  const { climatology } = forecasts.engine;
  const { site } = config;
  const coverage = store.history.coverage();
  const days =
    coverage.first_ts === null || coverage.last_ts === null ? 0 : (coverage.last_ts - coverage.first_ts) / DAY_S;
  const climate = forecasts.internals.climatologyFacts(2);
  return {
    name: site.name,
    version: facts.version,
    started_ts: facts.startedS,
    uptime_s: facts.uptimeS,
    hardware: facts.board.kind,
    colour_sensor: facts.board.hasColourSensor,
    rows: coverage.rows,
    history_days: days,
    last_train: forecasts.lastTrainedS,
    next_train_in_s: drift.nextTrainInS,
    climatology_ready: climatology.ready,
    annual_terms: climate.annual_terms,
    compensator_k: facts.thermal.k,
    calibrations: store.calibrations.count(),
    health: facts.health,
    drift_stress: drift.stress,
    retrain_requested: drift.retrainRequested,
    training_log: [...forecasts.trainings],
    jobs: facts.jobs,
    display_frame: peripherals.frameName,
    outdoor_probe: peripherals.probeStatus(),
    events: store.events.recent(EVENTS_SHOWN),
    site: {
      configured: siteIsSet(config),
      latitude: site.latitude,
      longitude: site.longitude,
      altitude_m: site.altitude_m,
      timezone: facts.timeZone,
      indoors: site.indoors,
    },
    notices: noticesOf(facts),
    sample_interval_s: config.sensors.sample_interval_s,
    demo: facts.demo,
    first_run: facts.firstRun,
  };
}

function noticesOf({ config, store, notices }: StatusFacts): Status['notices'] {
  const told: Status['notices'] = notices.map((text) => ({ severity: 'warn', text }));
  if (store.trouble) told.push({ severity: 'error', text: store.trouble.text });
  if (!siteIsSet(config)) {
    told.push({
      severity: 'info',
      text: 'The station does not know where it stands: set site.latitude, site.longitude and site.altitude_m in config.yaml.',
    });
  }
  return told;
}
