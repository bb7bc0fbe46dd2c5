import { TARGETS } from '../../contract/names.ts';
import type { ForecastsFacet } from '../api.ts';
import type { FrostSaid } from '../forecast/tonight.ts';
import type { Store } from '../store/store.ts';
import type { Forecasts } from '../subjects/forecasts.ts';
import type { Training } from '../subjects/training.ts';
import type { TickRow } from '../tick.ts';

interface Parts {
  forecasts: Forecasts;
  training: Training;
  store: Store;
  /** Chance of frost before the morning, as the alarms say it. */
  frost: () => FrostSaid | null;
  /** The row of this very moment; null before there is one. */
  now: () => TickRow | null;
}

/** Answers about forecasts, outlook, scores and training. */
export const forecastAnswers = ({ forecasts, training, store, frost, now }: Parts): ForecastsFacet => ({
  targets: TARGETS,
  forecast: (refresh) => forecasts.bundle(now(), refresh),
  outlook: () => forecasts.outlook(),
  scorecard: () => forecasts.scorecard(),
  issued(atS) {
    const said = store.issued.at(atS);
    return { ...said, targets: Object.fromEntries(TARGETS.map((target) => [target, said.targets[target] ?? []])) };
  },
  chance: (target, side, value, byS) => forecasts.chance(target, side, value, byS),
  chances: (target, values) => forecasts.chances(target, values),
  tonight: () => forecasts.tonight(frost()),
  skill: (target, horizonS, by) => forecasts.skill(target, horizonS, by),
  verify: () => forecasts.verify(),
  train: (hours) => training.train(hours),
});
