import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { ForecastBundle } from '../../contract/forecast.ts';
import { savedState } from '../../maths/codec.ts';
import type { Scale } from '../air/scale/scale.ts';
import { ForecastEngine } from '../forecast/engine.ts';
import { HeadTraining } from '../forecast/head-training.ts';
import { RainModel, type RainSettings } from '../forecast/rain/model.ts';
import type { Word } from '../forecast/rain/word.ts';
import { type RawHistory, type Reliving, relive } from '../forecast/relive.ts';
import type { ForecastSettings } from '../forecast/settings.ts';
import type { ScoreBucket } from '../forecast/verification.ts';
import type { TickRow } from '../tick.ts';
import { Novelty } from '../watch/novelty.ts';

/** Plain data, as is the answer: it knows nothing of the station that asks for it, and can run beside it in a thread. */
export interface RelearnInput {
  settings: ForecastSettings;
  rain: RainSettings;
  /** What people said of rain: it wins over what a gauge measured. */
  words: readonly Word[];
  scale: Scale;
  nowS: number;
  /** Hours of the past that the forecast heads learn from; 0 leaves them as they are. Everything else learns from all of it. */
  headHours: number;
  /** Import whose past is to be scored, too; null where there is none. */
  importJob?: number | null;
}

/** Scores and forecasts of the past that was walked through. */
export interface PastForecasts {
  scores: ScoreBucket[];
  /** Forecasts kept: one an hour, of the last weeks. */
  issued: ForecastBundle[];
}

export type Relearned = Omit<Awaited<ReturnType<typeof relearn>>, 'past'>;

/** Age up to which issued forecasts are kept, as live ones are. */
const ISSUED_S = 30 * DAY_S;

/**
 * Relearns everything from the record, strictly forward and as if the scale had always been this one: for a training, a calibration or a
 * mended clock. Humidity is clipped and the dew point bends, so no sum of what was learned on another scale can be turned into this one.
 * The state in use is not touched: `worseThan` says whether to take the new heads.
 */
export async function relearn(history: RawHistory, input: RelearnInput, context: Reliving) {
  const { settings, scale, nowS, headHours } = input;
  const past: PastForecasts = { scores: [], issued: [] };
  const scores = {
    since: () => [],
    save: (buckets: readonly ScoreBucket[]) => {
      past.scores = [...buckets];
    },
    prune: () => {},
    forget: () => {},
  };
  const engine = new ForecastEngine(settings, input.importJob == null ? {} : { scores });
  const training = new HeadTraining(engine, nowS, headHours);
  const novelty = new Novelty(settings.stepS);
  const rain = new RainModel(input.rain);
  rain.setWords(input.words);
  const listener = {
    hour: engine.learnHour.bind(engine),
    tick: (row: TickRow) => {
      rain.observe(row);
      training.tick(row);
      if (input.importJob != null && row.tS % HOUR_S === 0 && row.tS > nowS - ISSUED_S)
        past.issued.push(engine.bundle());
      novelty.learn(row, engine.usual(row.tS));
    },
    // A station that had lived it would have had its nets, and its heads would know what they are worth.
    aside: (row: TickRow) => (input.importJob != null && row.tS % DAY_S === 0 ? engine.adopting.night() : []),
  };
  await relive(history, scale, nowS, listener, context);
  context.progress(1);
  if (input.importJob != null) engine.verify(nowS);
  return {
    past,
    usual: engine.adopting.usual(),
    novelty: savedState(novelty),
    rain: rain.usual(),
    heads: training.result(),
    /** The newest tick that was learned; what came later follows on the station. */
    untilS: engine.newestS ?? 0,
  };
}
