import type { Clock } from '../../base/clock.ts';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Config } from '../../config/config.ts';
import { ForecastEngine } from '../../station/forecast/engine.ts';
import { relive } from '../../station/forecast/relive.ts';
import { Memory } from '../../station/learned/memory.ts';
import { recallParts } from '../../station/sampling/pipeline-memory.ts';
import type { Store } from '../../station/store/store.ts';
import { forecastSettings } from '../../station/subjects/forecasts.ts';
import { scaleOf } from '../../station/subjects/scale-in-force.ts';
import type { TickRow } from '../../station/tick.ts';

/** Days of which a demonstration has forecasts: each costs as much as a day of training. */
const FORETOLD_S = 14 * DAY_S;

interface Parts {
  store: Store;
  config: Config;
  timeZone: string;
  clock: Clock;
  nowS: number;
  progress: (share: number) => void;
}

/**
 * Hindcast of a demonstration: forecasts of its last two weeks, issued strictly forward with the code of the live tick, scored, and kept
 * by the hour. Its page has scores and past forecasts at once; what the station knows it still learns by itself.
 */
export async function foretellPast({ store, config, timeZone, clock, nowS, progress }: Parts): Promise<void> {
  const memory = new Memory(store.learned, () => undefined);
  const scale = scaleOf(config, recallParts(memory, config));
  const engine = new ForecastEngine(forecastSettings({ config, timeZone, clock }), { scores: store.scores });
  const tick = (row: TickRow): void => {
    if (row.tS <= nowS - FORETOLD_S) engine.catchUp([row]);
    else engine.tick(row);
    if (row.tS > nowS - FORETOLD_S && row.tS % HOUR_S === 0) store.issued.keep(engine.bundle());
  };
  const past = {
    ticks: (afterS: number, untilS: number) => store.ticks.pages(afterS, untilS),
    hours: (untilS: number) => store.hourMeans.until(untilS),
  };
  const listener = { hour: engine.learnHour.bind(engine), tick };
  await relive(past, scale, nowS, listener, { clock, signal: new AbortController().signal, progress });
  engine.verify(nowS);
}
