import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Zone } from '../../base/zone.ts';
import type { AlarmRule } from '../../contract/alarm-rule.ts';
import type { Target } from '../../contract/names.ts';
import { restored, savedState } from '../../maths/codec.ts';
import type { Paths, Side } from '../forecast/bands/paths.ts';
import { Odds, type OddsInput } from '../forecast/chance/odds.ts';
import type { TickRow } from '../tick.ts';
import { ChanceRecord, MOST_PERIODS, type Question } from './chance-record.ts';

/** Latest chance of a rule, of the period that ends at `byS`. */
export interface LatestChance {
  chance: number | null;
  byS: number;
  /** The value has been passed already: nothing is left to warn of. */
  isPassed: boolean;
  /** Value of the sensor that the chance speaks of. */
  value: number | null;
  ageS: number;
}

/** Forecasts as the alarms ask them. */
export interface ForecastPort {
  paths(target: Target): Paths | null;
}

export type ChanceState = ReturnType<ChanceOf['toJSON']>;

const TARGET_OF: Readonly<Record<string, Target>> = {
  temperatureC: 'temperature',
  humidityPct: 'humidity',
  seaLevelHpa: 'pressure',
};

/** Question that a record belongs to. */
export const questionOf = ({ quantity, when, limit, by_hour }: AlarmRule): string =>
  `${quantity} ${when} ${limit} by ${by_hour}`;

/** Chance of a rule, new with every tick, and the record of chances and outcomes. */
export class ChanceOf {
  /** Another one of the same question may take its place. */
  rule: AlarmRule;
  readonly odds: Odds;
  readonly record: ChanceRecord;
  readonly target: Target;
  readonly #side: Side;
  readonly #limit: number;
  #latest: Omit<LatestChance, 'ageS'> | null = null;

  constructor(
    rule: AlarmRule,
    private readonly zone: Zone,
    private readonly stepS: number,
    saved: ChanceState | null = null,
    mostPeriods = MOST_PERIODS,
  ) {
    this.rule = rule;
    this.target = TARGET_OF[rule.quantity]!;
    this.#side = rule.when === 'chance_below' ? 'below' : 'above';
    this.#limit = rule.limit!;
    const known = saved?.asked === questionOf(rule) ? saved : null;
    this.odds = restored(new Odds(), known?.odds ?? null);
    const judged = ({ input }: Question, came: boolean) => this.odds.learn(input, came);
    const options = { stepS, judged, mostPeriods };
    this.record = known ? ChanceRecord.fromJSON(known.record, options) : new ChanceRecord(options);
  }

  toJSON() {
    // `asked`: another limit is another question, and begins anew.
    return { asked: questionOf(this.rule), record: this.record.toJSON(), odds: savedState(this.odds) };
  }

  get latest(): Omit<LatestChance, 'ageS'> | null {
    return this.#latest;
  }

  /** After the engine's tick on the same row. */
  tick(row: TickRow, forecast: ForecastPort): void {
    const byS = this.zone.nextS(row.tS, DAY_S, this.rule.by_hour! * HOUR_S);
    const value = publishedOf(this.target, row);
    const marginTo = value === null ? null : this.#side === 'below' ? value - this.#limit : this.#limit - value;
    const input = this.#input(forecast, row, byS);
    const said = input && this.odds.predict(input);
    this.record.observe({ tS: row.tS, byS, marginTo, input, said });
    this.#latest = { chance: value === null ? null : said, byS, isPassed: marginTo !== null && marginTo < 0, value };
  }

  forget(): void {
    this.record.forget();
    this.#latest = null;
  }

  #input(forecast: ForecastPort, { tS, dewPointC }: TickRow, byS: number): OddsInput | null {
    const paths = forecast.paths(this.target);
    if (!paths || paths.lastS <= tS + this.stepS) return null;
    // On the night on which the clock is put back, the morning is 25 hours away.
    const share = paths.chance(this.#side, this.#limit, Math.min(byS, paths.lastS));
    const dewAboveC = this.target === 'temperature' && dewPointC !== null ? dewPointC - this.#limit : null;
    return share === null ? null : { share, dewAboveC };
  }
}

/** Published value: pressure at sea level. */
function publishedOf(target: Target, row: TickRow): number | null {
  if (target === 'temperature') return row.temperatureC;
  if (target === 'humidity') return row.humidityPct;
  return row.stationHpa === null ? null : row.stationHpa * row.seaLevelRatio;
}
