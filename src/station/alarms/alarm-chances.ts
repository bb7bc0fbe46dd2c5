import type { Zone } from '../../base/zone.ts';
import { SHELF } from '../../config/alarm-shelf.ts';
import type { AlarmRule } from '../../contract/alarm-rule.ts';
import type { Target } from '../../contract/names.ts';
import type { TickRow } from '../tick.ts';
import { ChanceOf, type ChanceState, type ForecastPort } from './chances.ts';

export type ChancesState = Record<string, ChanceState>;

/** Chances worked out in one turn: some milliseconds, however many rules ask for one. */
const AT_ONCE = 3;

/** Id of the question of frost where no rule asks it; no rule can be called so. */
const FROST = '~frost';
const asksFrost = ({ quantity, when, limit }: AlarmRule): boolean =>
  quantity === 'temperatureC' && when === 'chance_below' && limit === 0;

/** The chances of all rules, switched on or off: the record of a rule is there on the day on which somebody switches it on. */
export class AlarmChances {
  readonly #of = new Map<string, ChanceOf>();
  readonly #frostId: string;
  #row: TickRow | null = null;
  #due: ChanceOf[] = [];

  constructor(
    rules: readonly AlarmRule[],
    private readonly zone: Zone,
    private readonly stepS: number,
    saved: ChancesState = {},
  ) {
    this.#frostId = rules.find(asksFrost)?.id ?? FROST;
    const own: AlarmRule = { ...SHELF.frost_tonight, id: FROST };
    for (const rule of this.#frostId === FROST ? [...rules, own] : rules) {
      const state = Object.hasOwn(saved, rule.id) ? saved[rule.id]! : null;
      this.#of.set(rule.id, new ChanceOf(rule, zone, stepS, state));
    }
  }

  static fromJSON(saved: ChancesState, rules: readonly AlarmRule[], zone: Zone, stepS: number): AlarmChances {
    return new AlarmChances(rules, zone, stepS, saved);
  }

  toJSON(): ChancesState {
    return Object.fromEntries([...this.#of].map(([id, chance]) => [id, chance.toJSON()]));
  }

  get(id: string): ChanceOf | null {
    return this.#of.get(id) ?? null;
  }

  /** Those of rules. */
  get all(): readonly ChanceOf[] {
    return [...this.#of.values()].filter(({ rule }) => rule.id !== FROST);
  }

  /** Chance of frost before the coming morning: the same number for the page and for the alarm. */
  get frost(): ChanceOf['latest'] {
    return this.latest(this.#frostId);
  }

  latest(id: string): ChanceOf['latest'] {
    return this.#of.get(id)?.latest ?? null;
  }

  /** Every rule is due again. Those of the tick before that were not reached are passed over. */
  tick(row: TickRow): void {
    this.#row = row;
    this.#due = [...this.#of.values()];
  }

  /** Works out a few of those that are due; the ids of those. */
  work(forecast: ForecastPort): string[] {
    if (this.#row === null) return [];
    const now = this.#due.splice(0, AT_ONCE);
    for (const chance of now) chance.tick(this.#row, forecast);
    return now.map(({ rule }) => rule.id);
  }

  timeMoved(byS: number, fromS: number): void {
    this.#due = [];
    for (const chance of this.#of.values()) {
      chance.forget();
      chance.record.timeMoved(byS, fromS);
    }
  }

  /** Records of these targets were another sensor's. */
  beginAnew(targets: readonly Target[]): void {
    for (const { rule, target } of this.#of.values()) {
      if (!targets.includes(target)) continue;
      this.#of.set(rule.id, new ChanceOf(rule, this.zone, this.stepS));
    }
    if (targets.length > 0) this.#due = [];
  }

  forget(): void {
    for (const chance of this.#of.values()) chance.forget();
  }
}
