import type {
  Chance,
  ForecastBundle,
  IssuedForecast,
  Outlook,
  Scorecard,
  SkillHistory,
  TrainResult,
  VerifyResult,
} from '../../contract/forecast.ts';
import type { ForecastsFacet, Refusal } from '../api.ts';
import type { Rooms } from '../rooms.ts';
import { TARGETS, type Target } from '../signals.ts';
import type { Store } from '../store/store.ts';

export class ForecastAnswers implements ForecastsFacet {
  readonly targets = TARGETS;
  readonly #rooms: Rooms;
  readonly #store: Store;

  constructor(rooms: Rooms, store: Store) {
    this.#rooms = rooms;
    this.#store = store;
  }

  forecast(refresh: boolean): ForecastBundle {
    return this.#rooms.forecasts.bundle(this.#rooms.now(), refresh);
  }
  outlook(): Outlook {
    return this.#rooms.forecasts.outlook();
  }
  scorecard(): Scorecard {
    return this.#rooms.forecasts.scorecard();
  }
  issued(atS: number): IssuedForecast {
    const said = this.#store.issued.at(atS);
    return { ...said, targets: Object.fromEntries(TARGETS.map((target) => [target, said.targets[target] ?? []])) };
  }
  chance(target: Target, side: 'below' | 'above', value: number, byS: number | null): Chance {
    return this.#rooms.forecasts.chance(target, side, value, byS);
  }
  skill(target: Target, horizonS: number, by: 'day' | 'month'): SkillHistory {
    return this.#rooms.forecasts.skill(target, horizonS, by);
  }
  verify(): VerifyResult {
    return this.#rooms.forecasts.verify();
  }
  async train(hours: number): Promise<TrainResult | Refusal> {
    const { training, watch } = this.#rooms;
    const result = await training.train(hours);
    if ('error' in result) return result;
    watch.drift.retrained(); // also when the old heads proved better: one change, one training
    return result;
  }
}
