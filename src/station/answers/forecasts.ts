import type {
  Chance,
  ForecastBundle,
  IssuedForecast,
  Outlook,
  Scorecard,
  SkillHistory,
  Tonight,
  TrainResult,
  VerifyResult,
} from '../../contract/forecast.ts';
import { TARGETS, type Target } from '../../contract/names.ts';
import type { ForecastsFacet, Refusal } from '../api.ts';
import type { Store } from '../store/store.ts';
import type { Forecasts } from '../subjects/forecasts.ts';
import type { Training } from '../subjects/training.ts';
import type { TickRow } from '../tick.ts';

interface Parts {
  forecasts: Forecasts;
  training: Training;
  store: Store;
  /** The row of this very moment; null before there is one. */
  now: () => TickRow | null;
}

export class ForecastAnswers implements ForecastsFacet {
  readonly targets = TARGETS;

  constructor(private readonly parts: Parts) {}

  forecast(refresh: boolean): ForecastBundle {
    return this.parts.forecasts.bundle(this.parts.now(), refresh);
  }
  outlook(): Outlook {
    return this.parts.forecasts.outlook();
  }
  scorecard(): Scorecard {
    return this.parts.forecasts.scorecard();
  }
  issued(atS: number): IssuedForecast {
    const said = this.parts.store.issued.at(atS);
    return { ...said, targets: Object.fromEntries(TARGETS.map((target) => [target, said.targets[target] ?? []])) };
  }
  chance(target: Target, side: 'below' | 'above', value: number, byS: number | null): Chance {
    return this.parts.forecasts.chance(target, side, value, byS);
  }
  tonight(): Tonight {
    return this.parts.forecasts.tonight();
  }
  skill(target: Target, horizonS: number, by: 'day' | 'month'): SkillHistory {
    return this.parts.forecasts.skill(target, horizonS, by);
  }
  verify(): VerifyResult {
    return this.parts.forecasts.verify();
  }
  train(hours: number): Promise<TrainResult | Refusal> {
    return this.parts.training.train(hours);
  }
}
