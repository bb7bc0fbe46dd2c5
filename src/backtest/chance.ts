import { HOUR_S } from '../base/durations.ts';
import { TARGETS, type Target } from '../contract/names.ts';
import { chanceBy } from '../station/forecast/bands/course.ts';
import { TYPICAL_MOVE } from '../station/forecast/chance/self-asked.ts';
import type { ForecastEngine } from '../station/forecast/engine.ts';
import { VALUE_OF } from '../station/forecast/learners/series.ts';
import type { TickRow } from '../station/tick.ts';

export type ChanceRow = ReturnType<ChanceBacktest['rows']>[number];

/** Seven hours walk through all hours of the day in a week. */
const ASK_EVERY_S = 7 * HOUR_S;
const SPANS_S = [6 * HOUR_S, 24 * HOUR_S];
/** Thresholds around the value of now, in what a target typically moves in half a day. */
const OFFSETS = [-0.8, -0.3, 0.3, 0.8];
const HALF_DAY_S = 12 * HOUR_S;
const MOST_MISSING = 0.1;
const TENTHS = 10;

interface Question {
  target: Target;
  askedS: number;
  byS: number;
  asked: { side: 'below' | 'above'; value: number; said: number }[];
  lowest: number;
  highest: number;
  seen: number;
}

class Tally {
  readonly #bins = Array.from({ length: TENTHS }, () => ({ said: 0, came: 0, n: 0 }));
  #squares = 0;

  add(said: number, came: boolean): void {
    const bin = this.#bins[Math.min(TENTHS - 1, Math.floor(said * TENTHS))]!;
    bin.n += 1;
    bin.said += said;
    bin.came += came ? 1 : 0;
    this.#squares += (said - (came ? 1 : 0)) ** 2;
  }

  row(target: Target) {
    const n = this.#bins.reduce((sum, bin) => sum + bin.n, 0);
    if (n === 0) return null;
    const base = this.#bins.reduce((sum, bin) => sum + bin.came, 0) / n;
    const bins = this.#bins.filter((bin) => bin.n > 0);
    return {
      target,
      n,
      /** Brier score, and that of a forecaster who always says the base rate. */
      brier: this.#squares / n,
      brier_base: base * (1 - base),
      /** By tenths of what was said, least first: its mean, and how often it came. Tenths that were never said are left out. */
      bins: bins.map(({ said, came, n: count }) => ({ said: said / count, came: came / count, n: count })),
    };
  }
}

/** Asks through a backtest how likely it is that a value is passed within hours, and looks every tick whether it was. */
export class ChanceBacktest {
  readonly #tallies = new Map(TARGETS.map((target) => [target, new Tally()]));
  #open: Question[] = [];
  #nextS: number;

  constructor(
    private readonly engine: ForecastEngine,
    private readonly stepS: number,
    warmS: number,
  ) {
    this.#nextS = warmS;
  }

  /** After the engine's tick on the same row. */
  observe(row: TickRow): void {
    for (const question of this.#open) {
      const value = VALUE_OF[question.target](row);
      if (value === null || row.tS > question.byS) continue;
      question.lowest = Math.min(question.lowest, value);
      question.highest = Math.max(question.highest, value);
      question.seen += 1;
    }
    for (const question of this.#open) if (row.tS >= question.byS) this.#judge(question);
    this.#open = this.#open.filter(({ byS }) => row.tS < byS);
    if (row.tS < this.#nextS) return;
    this.#nextS = row.tS + ASK_EVERY_S;
    for (const target of TARGETS) this.#ask(target, row);
  }

  rows() {
    return [...this.#tallies].flatMap(([target, tally]) => tally.row(target) ?? []);
  }

  #ask(target: Target, row: TickRow): void {
    const now = VALUE_OF[target](row);
    const paths = this.engine.paths(target);
    if (now === null || !paths) return;
    const ratio = target === 'pressure' ? row.seaLevelRatio : 1;
    for (const spanS of SPANS_S) {
      const byS = row.tS + spanS;
      if (byS > paths.lastS) continue;
      const values = OFFSETS.map((offset) => ({
        side: offset < 0 ? ('below' as const) : ('above' as const),
        value: now + offset * TYPICAL_MOVE[target] * Math.sqrt(spanS / HALF_DAY_S),
      }));
      const published = values.map(({ side, value }) => ({ side, value: value * ratio }));
      const courses = paths.courses(published, byS);
      const asked = values.map((one, i) => {
        const trusting = this.engine.trusting(target, one.side);
        return { ...one, said: chanceBy(courses[i]!, spanS, trusting) };
      });
      this.#open.push({ target, askedS: row.tS, byS, asked, lowest: Infinity, highest: -Infinity, seen: 0 });
    }
  }

  #judge({ target, askedS, byS, asked, lowest, highest, seen }: Question): void {
    if (seen < ((1 - MOST_MISSING) * (byS - askedS)) / this.stepS) return;
    for (const { side, value, said } of asked)
      this.#tallies.get(target)!.add(said, side === 'below' ? lowest < value : highest > value);
  }
}
