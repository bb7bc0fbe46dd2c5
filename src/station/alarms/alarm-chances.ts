import type { Zone } from '../../base/zone.ts';
import { SHELF } from '../../config/alarm-shelf.ts';
import type { AlarmRule } from '../../contract/alarm-rule.ts';
import type { Target } from '../../contract/names.ts';
import { unlessUnusable } from '../learned/memory.ts';
import type { TickRow } from '../tick.ts';
import { ChanceOf, type ChanceState, type ForecastPort, questionOf } from './chances.ts';

export type ChancesState = Record<string, ChanceState>;

/** Records of the run before. One that cannot be used is left out alone, and reported to `lost`. */
interface Saved {
  states: ChancesState;
  lost: (rule: AlarmRule, why: string) => void;
}

/** Chances worked out in one turn: some milliseconds, however many rules ask for one. */
const AT_ONCE = 3;

/** Id of the frost question where no rule asks it. No rule can have this id. */
const FROST = '~frost';
const asksFrost = ({ quantity, when, limit }: AlarmRule): boolean =>
  quantity === 'temperatureC' && when === 'chance_below' && limit === 0;

/** Chances of all rules, switched on or off: a rule has its record before somebody switches it on. */
export class AlarmChances {
  #of = new Map<string, ChanceOf>();
  #frostId = FROST;
  #row: TickRow | null = null;
  #due: ChanceOf[] = [];

  constructor(
    rules: readonly AlarmRule[],
    private readonly zone: Zone,
    private readonly stepS: number,
    saved: Saved | null = null,
  ) {
    this.take(rules, saved);
  }

  /** Rules in place of those before. A chance of the same question goes on; a new one is due at once. */
  take(rules: readonly AlarmRule[], saved: Saved | null = null): void {
    const before = this.#of;
    this.#frostId = rules.find(asksFrost)?.id ?? FROST;
    const own: AlarmRule = { ...SHELF.frost_tonight, id: FROST };
    const all = (this.#frostId === FROST ? [...rules, own] : rules).map((rule) => {
      const known = before.get(rule.id);
      if (!known || questionOf(known.rule) !== questionOf(rule)) return this.#begun(rule, saved);
      known.rule = rule;
      return known;
    });
    this.#of = new Map(all.map((chance) => [chance.rule.id, chance]));
    this.#due = all.filter((chance) => this.#due.includes(chance) || before.get(chance.rule.id) !== chance);
  }

  #begun(rule: AlarmRule, saved: Saved | null): ChanceOf {
    const fresh = () => new ChanceOf(rule, this.zone, this.stepS);
    if (!saved || !Object.hasOwn(saved.states, rule.id)) return fresh();
    const revived = () => new ChanceOf(rule, this.zone, this.stepS, saved.states[rule.id]!);
    return unlessUnusable(revived, (why) => saved.lost(rule, why)) ?? fresh();
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

  /** Takes a row that forecasts were issued from: every rule is due anew, also one that had no turn since the tick before. */
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

  timeMoved(byS: number, fromS: number, untilS: number): void {
    this.#row = null; // of another time
    for (const chance of this.#of.values()) {
      chance.forget();
      chance.record.timeMoved(byS, fromS, untilS);
    }
  }

  /** Records of these targets were another sensor's. */
  beginAnew(targets: readonly Target[]): void {
    for (const { rule, target } of this.#of.values())
      if (targets.includes(target)) this.#of.set(rule.id, this.#begun(rule, null));
  }

  forget(isMoved: (target: Target) => boolean): void {
    this.#row = null; // on another scale
    for (const chance of this.#of.values()) if (isMoved(chance.target)) chance.forget();
  }
}
