import { type Clock, never } from '../../base/clock.ts';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import { Zone } from '../../base/zone.ts';
import type { Config } from '../../config/config.ts';
import { ForecastEngine } from '../../station/forecast/engine.ts';
import { relive } from '../../station/forecast/relive.ts';
import { Memory } from '../../station/learned/memory.ts';
import { recallParts } from '../../station/sampling/pipeline-memory.ts';
import type { Store } from '../../station/store/store.ts';
import { forecastSettings } from '../../station/subjects/forecasts.ts';
import { scaleOf } from '../../station/subjects/scale-in-force.ts';
import type { TickRow } from '../../station/tick.ts';
import { unlessStopped } from '../user-error.ts';

/** Days with a forecast every five minutes; before them there is one an hour, as its year has rows. A forecast costs 0.6 ms. */
const EVERY_TICK_S = 3 * DAY_S;
/** Forecasts are kept by the hour for so long, before that every sixth one. */
const EVERY_HOUR_S = 31 * DAY_S;

interface Parts {
  store: Store;
  config: Config;
  timeZone: string;
  clock: Clock;
  nowS: number;
  signal: AbortSignal | undefined;
}

/** Hindcast of a demonstration: forecasts of its year, issued strictly forward, scored and kept, so that its page has scores at once. */
export async function foretellPast({ store, config, timeZone, clock, nowS, signal }: Parts): Promise<void> {
  const memory = new Memory(store.learned, () => undefined);
  const scale = scaleOf(config, recallParts(memory, config));
  const zone = new Zone(timeZone);
  const engine = new ForecastEngine(forecastSettings({ config, zone, clock }), { scores: store.scores });
  let hour = 0;
  const tick = (row: TickRow): void => {
    const isHour = Math.floor(row.tS / HOUR_S) > hour; // its year has rows five minutes past the hour
    hour = Math.floor(row.tS / HOUR_S);
    if (isHour || row.tS > nowS - EVERY_TICK_S) engine.tick(row);
    else engine.catchUp([row]);
    if (isHour && (row.tS > nowS - EVERY_HOUR_S || hour % 6 === 0)) store.issued.keep(engine.bundle());
  };
  const past = {
    ticks: (afterS: number, untilS: number) => store.ticks.pages(afterS, untilS),
    hours: (untilS: number) => store.hourMeans(untilS),
  };
  const listener = { hour: engine.learnHour.bind(engine), tick };
  await relive(past, scale, nowS, listener, { clock, signal: never, progress: () => unlessStopped(signal) });
  engine.verify(nowS);
}
