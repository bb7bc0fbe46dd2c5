import { DAY_S } from '../../base/durations.ts';
import { type Config, siteIsSet } from '../../config/config.ts';
import type { Job, StationStatus, Status } from '../../contract/status.ts';
import type { Health } from '../../contract/telemetry.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { ThermalCompensator } from '../air/compensation/thermal.ts';
import type { Board } from '../sensors/sample.ts';
import type { Store } from '../store/store.ts';
import type { Forecasts } from '../subjects/forecasts.ts';
import type { Peripherals } from '../subjects/peripherals.ts';
import type { Training } from '../subjects/training.ts';
import { wordedTraining } from '../worded-training.ts';
import { worded } from './worded.ts';

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
  training: Training;
  thermal: ThermalCompensator;
  jobs: Job[];
  health: Health;
  drift: { stress: number; retrainRequested: boolean; nextTrainInS: number | null };
  peripherals: Peripherals;
  /** Notices for people, since the start. */
  notices: readonly Sentence[];
  demo: boolean;
  firstRun: boolean;
}

/** `/api/status`, without what only the server knows. */
export function statusOf(facts: StatusFacts, speaker: Speaker): StationStatus {
  const { config, store, forecasts, training, peripherals, drift } = facts;
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
    last_train: training.lastS,
    next_train_in_s: drift.nextTrainInS,
    climatology_ready: climatology.ready,
    annual_terms: climate.annual_terms,
    compensator_k: facts.thermal.k,
    calibrations: store.calibrations.count(),
    health: facts.health,
    drift_stress: drift.stress,
    retrain_requested: drift.retrainRequested,
    training_log: training.log.map((one) => wordedTraining(one, speaker)),
    jobs: facts.jobs,
    display_frame: peripherals.frameName,
    outdoor_probe: peripherals.probeStatus(),
    events: worded(store.events.recent(EVENTS_SHOWN), speaker),
    site: {
      configured: siteIsSet(config),
      latitude: site.latitude,
      longitude: site.longitude,
      altitude_m: site.altitude_m,
      timezone: facts.timeZone,
      indoors: site.indoors,
      units: site.units,
      language: site.language,
    },
    notices: noticesOf(facts, speaker),
    sample_interval_s: config.sensors.sample_interval_s,
    demo: facts.demo,
    first_run: facts.firstRun,
  };
}

function noticesOf({ config, store, notices }: StatusFacts, speaker: Speaker): Status['notices'] {
  const shown: Status['notices'] = notices.map((words) => ({ severity: 'warn', text: speaker.say(words) }));
  if (store.trouble) shown.push({ severity: 'error', text: speaker.say(store.trouble.words) });
  if (!siteIsSet(config)) shown.push({ severity: 'info', text: speaker.say(sentence('station.no-place')) });
  return shown;
}
