import type { Config } from '../../config/config.ts';
import type { Nerd } from '../../contract/models.ts';
import { ENGLISH } from '../../words/speaker.ts';
import type { WatchFacet } from '../api.ts';
import { describeMethods } from '../methods/describe.ts';
import type { Pipeline } from '../sampling/pipeline.ts';
import type { Board } from '../sensors/sample.ts';
import type { Store } from '../store/store.ts';
import type { Forecasts } from '../subjects/forecasts.ts';
import type { RainRoom } from '../subjects/rain.ts';
import { MONITOR_EVENTS, type WatchRoom } from '../subjects/watch.ts';
import { modelsOf, nerdOf } from './models.ts';
import { worded } from './worded.ts';

interface Parts {
  pipeline: Pipeline;
  forecasts: Forecasts;
  rain: RainRoom;
  watch: WatchRoom;
  store: Store;
  config: Config;
  board: Board;
}

/** Answers about anomalies, events and models. */
export function watchAnswers({ pipeline, forecasts, rain, watch, store, config, board }: Parts): WatchFacet {
  const { internals } = forecasts;
  const nerd = (): Nerd => nerdOf(pipeline.parts, internals, rain.model, watch.monitoring());
  return {
    anomaly: (speaker = ENGLISH) => ({
      ...watch.anomaly(speaker),
      events: worded(store.events.recentOf(MONITOR_EVENTS, 20), speaker),
    }),
    events: (limit, among, speaker = ENGLISH) => worded(store.events.recent(limit, among), speaker),
    models: () => modelsOf(pipeline.parts, internals, rain.model),
    nerd,
    *nerdInSteps() {
      yield* internals.decompose();
      return nerd();
    },
    methods(speaker = ENGLISH) {
      const { thermal, humidity } = pipeline.parts;
      const facts = { hardware: board.kind, kNow: thermal.k, humidityOffsetNow: humidity.offset };
      return describeMethods(config, facts, speaker);
    },
  };
}
