import { DAY_S } from '../../base/durations.ts';
import { siteIsSet } from '../../config/config.ts';
import type { StationStatus, Status } from '../../contract/status.ts';
import { sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { StationParts } from '../parts.ts';
import type { Learners } from '../subjects/learners.ts';
import type { Peripherals } from '../subjects/peripherals.ts';
import type { Shared } from '../subjects/shared.ts';
import type { Training } from '../subjects/training.ts';
import { wordedTraining } from '../worded-training.ts';
import { worded } from './worded.ts';

const EVENTS_SHOWN = 15;

export interface StatusParts extends Omit<Learners, 'rain'>, Pick<Shared, 'jobs' | 'nowS'> {
  station: StationParts;
  training: Training;
  peripherals: Peripherals;
  /** Seconds until the turn in which a due training would begin. */
  nextMaintenanceInS: () => number;
}

/** `/api/status`, without what only the server knows. */
export function statusOf(parts: StatusParts, uptimeS: number, speaker: Speaker): StationStatus {
  const { station, forecasts, training, pipeline, watch, jobs, peripherals } = parts;
  const { config, store, board } = station;
  const { stress, retrainRequested } = watch.drift;
  const { site } = config;
  const coverage = store.history.coverage();
  const days =
    coverage.first_ts === null || coverage.last_ts === null ? 0 : (coverage.last_ts - coverage.first_ts) / DAY_S;
  const climate = forecasts.internals.climatologyFacts(2);
  return {
    name: site.name,
    version: station.version,
    started_ts: parts.nowS() - uptimeS, // as of a clock that may have been set since
    uptime_s: uptimeS,
    hardware: board.kind,
    colour_sensor: board.hasColourSensor,
    rows: coverage.rows,
    history_days: days,
    last_train: training.lastS,
    next_train_in_s: retrainRequested ? parts.nextMaintenanceInS() : null,
    climatology_ready: climate.ready,
    annual_terms: climate.annual_terms,
    compensator_k: pipeline.parts.thermal.k,
    calibrations: store.calibrations.count(),
    health: watch.overall,
    drift_stress: stress,
    retrain_requested: retrainRequested,
    training_log: training.log.map((one) => wordedTraining(one, speaker)),
    jobs: jobs.list(),
    display_frame: peripherals.frameName,
    outdoor_probe: peripherals.probeStatus(),
    events: worded(store.events.recent(EVENTS_SHOWN), speaker),
    site: {
      configured: siteIsSet(config),
      latitude: site.latitude,
      longitude: site.longitude,
      altitude_m: site.altitude_m,
      timezone: station.timeZone,
      indoors: site.indoors,
      units: site.units,
      language: site.language,
    },
    notices: noticesOf(station, speaker),
    sample_interval_s: config.sensors.sample_interval_s,
    demo: station.demo ?? false,
    first_run: station.firstRun?.() ?? false,
  };
}

/** Notices for people: those since the start, and what is wrong now. */
function noticesOf({ config, store, notices }: StationParts, speaker: Speaker): Status['notices'] {
  const { finding } = store;
  const found = finding ? [{ detail: finding.text, said: finding.said ?? null }] : [];
  const shown: Status['notices'] = [];
  for (const words of [...notices, ...found]) shown.push({ severity: 'warn', text: speaker.say(words) });
  if (store.trouble) shown.push({ severity: 'error', text: speaker.say(store.trouble) });
  if (!siteIsSet(config)) shown.push({ severity: 'info', text: speaker.say(sentence('station.no-place')) });
  return shown;
}
