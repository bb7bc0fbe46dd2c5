import type { Nerd } from '../../contract/models.ts';
import { ENGLISH } from '../../words/speaker.ts';
import { tickRows } from '../air/scale/levels.ts';
import type { WatchFacet } from '../api.ts';
import { FEATURE_NAMES } from '../forecast/learners/features.ts';
import { describeMethods } from '../methods/describe.ts';
import type { Sampler } from '../sampling/sampler.ts';
import type { Board } from '../sensors/sample.ts';
import type { Learners } from '../subjects/learners.ts';
import { scaleOf } from '../subjects/scale-in-force.ts';
import type { Shared } from '../subjects/shared.ts';
import { MONITOR_EVENTS } from '../subjects/watch.ts';
import { MEAN_OVER_S, pressureOf } from './pressure.ts';
import { worded } from './worded.ts';

interface Parts extends Learners, Pick<Shared, 'store' | 'config'> {
  board: Board;
  sampler: Sampler;
}

/** Answers about anomalies, events and models. */
export function watchAnswers({ pipeline, forecasts, rain, watch, store, config, board, sampler }: Parts): WatchFacet {
  const { internals } = forecasts;
  const { filters, thermal, humidity } = pipeline.parts;
  const nerd = (): Nerd => ({
    feature_names: [...FEATURE_NAMES],
    filters: filters.internals(),
    compensators: { thermal: thermal.dictionary(), humidity: humidity.dictionary() },
    heads: internals.heads(),
    climatology: internals.climatology(),
    precipitation: rain.model.internals(),
    monitoring: watch.monitoring(),
    innovation: filters.innovations(),
    reliability: { points: internals.reliability() },
  });
  return {
    pressure() {
      const { newestS } = forecasts.engine;
      const raw = newestS === null ? [] : [...store.ticks.pages(newestS - MEAN_OVER_S, newestS)].flat();
      const rows = tickRows(raw, scaleOf(config, pipeline.parts));
      return pressureOf(config.site, sampler.reading?.smooth.stationHpa ?? null, rows);
    },
    anomaly: (speaker = ENGLISH) => ({
      ...watch.anomaly(speaker),
      events: worded(store.events.recentOf(MONITOR_EVENTS, 20), speaker),
    }),
    events: (limit, among, speaker = ENGLISH) => worded(store.events.recent(limit, among), speaker),
    models: () => ({
      nowcast: internals.nowcast(),
      climatology: internals.climatologyFacts(2),
      precipitation: rain.model.internals(),
      calibration: thermal.dictionary(),
    }),
    nerd,
    *nerdInSteps() {
      yield* internals.decompose();
      return nerd();
    },
    methods(speaker = ENGLISH) {
      const facts = { hardware: board.kind, kNow: thermal.k, humidityOffsetNow: humidity.offset };
      return describeMethods(config, facts, speaker);
    },
  };
}
