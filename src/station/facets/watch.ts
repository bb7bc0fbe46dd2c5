import type { Steps } from '../../base/steps.ts';
import type { Config } from '../../config/config.ts';
import type { Anomaly } from '../../contract/conditions.ts';
import type { EventRecord } from '../../contract/events.ts';
import type { Methods, Models, Nerd } from '../../contract/models.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import { modelsOf, nerdOf } from '../answers/models.ts';
import { worded } from '../answers/worded.ts';
import type { WatchFacet } from '../api.ts';
import { describeMethods } from '../methods/describe.ts';
import { MONITOR_EVENTS } from '../rooms/watch.ts';
import type { Rooms } from '../rooms.ts';
import type { Board } from '../sensors/sample.ts';
import type { Store } from '../store/store.ts';
import type { EventFilter } from '../store/tables/events.ts';

interface Parts {
  rooms: Rooms;
  store: Store;
  config: Config;
  board: Board;
}

export class WatchAnswers implements WatchFacet {
  constructor(private readonly parts: Parts) {}

  anomaly(speaker: Speaker = ENGLISH): Anomaly {
    const { rooms, store } = this.parts;
    return { ...rooms.watch.anomaly(speaker), events: worded(store.events.recentOf(MONITOR_EVENTS, 20), speaker) };
  }
  events(limit: number, among?: EventFilter, speaker: Speaker = ENGLISH): EventRecord[] {
    return worded(this.parts.store.events.recent(limit, among), speaker);
  }
  models(): Models {
    const { pipeline, forecasts, rain } = this.parts.rooms;
    return modelsOf(pipeline.parts, forecasts.internals, rain.model);
  }
  nerd(): Nerd {
    const { pipeline, forecasts, rain, watch } = this.parts.rooms;
    return nerdOf(pipeline.parts, forecasts.internals, rain.model, watch.monitoring());
  }
  *nerdInSteps(): Steps<Nerd> {
    yield* this.parts.rooms.forecasts.internals.decompose();
    return this.nerd();
  }
  methods(): Methods {
    const { config, board, rooms } = this.parts;
    const { thermal, humidity } = rooms.pipeline.parts;
    return describeMethods(config, { hardware: board.kind, kNow: thermal.k, humidityOffsetNow: humidity.offset });
  }
}
