import type { Scale } from '../air/scale/scale.ts';
import { Climate, type ClimateState } from '../forecast/climate/climate.ts';
import { dayOffsetS } from '../forecast/climate/harmonics.ts';
import { Guard } from '../forecast/guard.ts';
import { Diary, type DiaryState } from '../forecast/learners/diary.ts';
import { type DayMeans, RunningMeans } from '../forecast/learners/running.ts';
import { RainModel, type RainSettings, type RainUsual } from '../forecast/rain/model.ts';
import { type RawHistory, type Reliving, relive } from '../forecast/relive.ts';
import type { ForecastSettings } from '../forecast/settings.ts';
import type { TickRow } from '../tick.ts';
import { Novelty, type NoveltyState } from '../watch/novelty.ts';

/** What the sky told has no scale: of the running means only those of the day are learned anew. */
const NO_SUN = 0;

/** Plain data, as is the answer. */
export interface RelearnInput {
  settings: ForecastSettings;
  rain: RainSettings;
  scale: Scale;
  nowS: number;
}

export interface Relearned {
  climate: ClimateState;
  dayMean: DayMeans;
  diary: DiaryState;
  novelty: NoveltyState;
  rain: RainUsual;
  /** The newest tick that was learned; what came later follows on the station. */
  untilS: number;
}

/**
 * What is usual here, learned anew from everything stored as if the scale had always been this one. Humidity is clipped and the dew
 * point bends, so no sum of what was learned on another scale can be turned into this one: the past is lived again instead.
 * Null when the signal ended it early.
 */
export async function relearn(
  history: RawHistory,
  { settings, rain, scale, nowS }: RelearnInput,
  context: Reliving,
): Promise<Relearned | null> {
  const climate = new Climate(dayOffsetS(settings.longitude, settings.standardOffsetS));
  const running = new RunningMeans(settings.stepS);
  const novelty = new Novelty(settings.stepS);
  const guard = new Guard(settings.stepS);
  const diary = new Diary();
  const rainModel = new RainModel(rain);
  let untilS = 0;
  const listener = {
    hour: climate.learnHour.bind(climate),
    tick: (row: TickRow) => {
      climate.absorb(row);
      running.observe(row, NO_SUN);
      novelty.learn(row, climate.usual(row.tS));
      rainModel.observe(row);
      diary.enter(guard.examine(row));
      untilS = row.tS;
    },
  };
  if (!(await relive(history, scale, nowS, listener, context))) return null;
  const { dayMean } = running.toJSON();
  return {
    climate: climate.toJSON(),
    dayMean,
    diary: diary.toJSON(),
    novelty: novelty.toJSON(),
    rain: usualOf(rainModel),
    untilS,
  };
}

const usualOf = (model: RainModel): RainUsual => {
  const { climate, meanHpa, spreadHpa2 } = model.toJSON();
  return { climate, meanHpa, spreadHpa2 };
};
