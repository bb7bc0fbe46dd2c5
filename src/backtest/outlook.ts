import { DAY_S } from '../base/durations.ts';
import { TARGETS, type Target } from '../contract/names.ts';
import type { ForecastEngine } from '../station/forecast/engine.ts';
import { VALUE_OF } from '../station/forecast/learners/series.ts';
import type { TickRow } from '../station/tick.ts';

export type OutlookRow = ReturnType<OutlookBacktest['rows']>[number];

interface Waiting {
  target: Target;
  day: number;
  mu: number;
  lo: number;
  hi: number;
  usual: number;
}

const FIRST_DAY = 2;
const LAST_DAY = 7;

/** Takes the engine's outlook once a day and holds each entry against what came, and against pure climatology as of its issue. */
export class OutlookBacktest {
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #sums = new Map<string, { n: number; mae: number; climatology: number; hits: number }>();
  #day: number | null = null;

  constructor(
    private readonly engine: ForecastEngine,
    private readonly fromS: number,
  ) {}

  observe(row: TickRow): void {
    for (const waiting of this.#waiting.get(row.tS) ?? []) this.#score(waiting, row);
    this.#waiting.delete(row.tS);
    const day = Math.floor(row.tS / DAY_S);
    if (day === this.#day || row.tS < this.fromS) return;
    this.#day = day;
    this.#issue(row);
  }

  rows() {
    const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, i) => FIRST_DAY + i);
    return TARGETS.flatMap((target) => days.flatMap((day) => this.#row(target, day) ?? []));
  }

  #row(target: Target, day: number) {
    const sums = this.#sums.get(`${target}@${day}`);
    if (!sums) return null;
    const { n } = sums;
    return {
      target,
      /** 2 is the day that begins 24 h from issue, 7 the one that ends after 168 h. */
      day,
      n,
      mae: sums.mae / n,
      mae_climatology: sums.climatology / n,
      /** 1 − MAE/MAE of climatology alone. */
      skill: sums.climatology > 0 ? 1 - sums.mae / sums.climatology : null,
      coverage: sums.hits / n,
    };
  }

  #issue(row: TickRow): void {
    const bundle = this.engine.outlook(row.tS);
    for (const target of TARGETS) {
      const ratio = target === 'pressure' ? this.engine.seaLevelRatio : 1;
      for (const { ts, lead_h, mu, lo, hi } of bundle.targets[target] ?? []) {
        const usual = this.engine.usual(ts)[target];
        if (mu === null || lo === null || hi === null || usual === null) continue;
        const day = Math.min(LAST_DAY, 1 + Math.floor(lead_h / 24));
        const waiting = { target, day, mu: mu / ratio, lo: lo / ratio, hi: hi / ratio, usual };
        this.#waiting.set(ts, [...(this.#waiting.get(ts) ?? []), waiting]);
      }
    }
  }

  #score({ target, day, mu, lo, hi, usual }: Waiting, row: TickRow): void {
    const truth = VALUE_OF[target](row);
    if (truth === null) return;
    const key = `${target}@${day}`;
    const sums = this.#sums.get(key) ?? { n: 0, mae: 0, climatology: 0, hits: 0 };
    this.#sums.set(key, sums);
    sums.n += 1;
    sums.mae += Math.abs(truth - mu);
    sums.climatology += Math.abs(truth - usual);
    sums.hits += truth >= lo && truth <= hi ? 1 : 0;
  }
}
