import type { Steps } from '../../base/steps.ts';
import type { Config } from '../../config/config.ts';
import type { Anomaly } from '../../contract/conditions.ts';
import type { EventRecord } from '../../contract/events.ts';
import type { Methods, Models, Nerd } from '../../contract/models.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { WatchFacet } from '../api.ts';
import { describeMethods } from '../methods/describe.ts';
import type { Pipeline } from '../sampling/pipeline.ts';
import type { Board } from '../sensors/sample.ts';
import type { Store } from '../store/store.ts';
import type { EventFilter } from '../store/tables/events.ts';
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

export class WatchAnswers implements WatchFacet {
  constructor(private readonly parts: Parts) {}

  anomaly(speaker: Speaker = ENGLISH): Anomaly {
    const { watch, store } = this.parts;
    return { ...watch.anomaly(speaker), events: worded(store.events.recentOf(MONITOR_EVENTS, 20), speaker) };
  }
  events(limit: number, among?: EventFilter, speaker: Speaker = ENGLISH): EventRecord[] {
    return worded(this.parts.store.events.recent(limit, among), speaker);
  }
  models(): Models {
    const { pipeline, forecasts, rain } = this.parts;
    return modelsOf(pipeline.parts, forecasts.internals, rain.model);
  }
  nerd(): Nerd {
    const { pipeline, forecasts, rain, watch } = this.parts;
    return nerdOf(pipeline.parts, forecasts.internals, rain.model, watch.monitoring());
  }
  *nerdInSteps(): Steps<Nerd> {
    yield* this.parts.forecasts.internals.decompose();
    return this.nerd();
  }
  methods(speaker: Speaker = ENGLISH): Methods {
    const { config, board, pipeline } = this.parts;
    const { thermal, humidity } = pipeline.parts;
    const facts = { hardware: board.kind, kNow: thermal.k, humidityOffsetNow: humidity.offset };
    return describeMethods(config, facts, speaker);
  }
}
