import { type Clock, every } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import type { Log } from '../http/log.ts';
import type { HubAlerts } from './alerts/alerts.ts';
import type { Hub } from './hub.ts';
import type { KeptAllowances } from './ingest/allowance.ts';
import type { Retention } from './keeping/retention.ts';
import type { Tidying } from './keeping/tidying.ts';
import type { Staff } from './staff.ts';
import type { WaveRoom } from './waves/wave-room.ts';

const COMMANDS_MS = 300;
const LOOK_MS = 10_000;
const SETTINGS_MS = 2_000;
const ALERTS_MS = 30_000;
const SKILLS_MS = 600_000;
const SAVE_MS = 60_000;
const TIDY_MS = HOUR_MS;
/** Period at which retention looks for changed limits, which apply within minutes; otherwise it deletes once a day. */
const RETENTION_MS = 300_000;

interface KeptUp {
  hub: Hub;
  kept: KeptAllowances;
  alerts: HubAlerts;
  staff: Staff;
  waves: WaveRoom;
  retention: Retention;
  tidying: Tidying;
}

/** Everything a hub does of itself until `signal`; none of it keeps another from its turn. */
export async function keepUp(
  { hub, kept, alerts, staff: { people, programs }, waves, retention, tidying }: KeptUp,
  clock: Clock,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const loop = (ms: number, work: () => unknown, firstDelayMs = 0) =>
    every(ms, clock, signal, untilNextTime(work, log), firstDelayMs);
  await Promise.all([
    ...[() => hub.reloadFiles(), () => people.reload(), () => programs.reload(), () => waves.file.reload()].map(
      (reload) => loop(COMMANDS_MS, reload),
    ),
    loop(ALERTS_MS, () => waves.guard(), ALERTS_MS),
    loop(
      LOOK_MS,
      restful(() => hub.look(), clock, signal),
    ),
    loop(SETTINGS_MS, () => alerts.followSettings(signal)),
    loop(ALERTS_MS, () => alerts.look(), SETTINGS_MS),
    loop(SKILLS_MS, () => hub.learnSkills(), LOOK_MS / 5),
    loop(SAVE_MS, () => hub.savePicture(), SAVE_MS),
    loop(SAVE_MS, () => kept.save((login) => hub.registry.find(login) !== null), SAVE_MS),
    loop(TIDY_MS, () => tidying.tidy(), SAVE_MS),
    loop(RETENTION_MS, () => retention.look(), SAVE_MS),
  ]);
}

/** Takes one part in so many of the time: of ten thousand stations the engine has better to do than to be asked all day. */
const PART = 5;
const restful = (work: () => Promise<void>, clock: Clock, signal: AbortSignal) => async (): Promise<void> => {
  const startedMs = clock.steadyMs();
  await work();
  await clock.sleep((PART - 1) * (clock.steadyMs() - startedMs), signal);
};

/** A disk that is full for a minute must not end the loop; what failed is logged, and done again in its time. */
const untilNextTime = (work: () => unknown, log: Log) => async (): Promise<void> => {
  try {
    await work();
  } catch (error) {
    log.error(
      { err: error, fold: error instanceof Error && error.message },
      "a part of the hub's upkeep failed; it is tried again",
    );
  }
};
