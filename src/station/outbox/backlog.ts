import type { Clock } from '../../base/clock.ts';

interface Counted {
  fromS: number;
  untilS: number;
  rows: number;
  atMs: number;
}

/** Rows that came between others after they were counted are counted with the next whole count. */
const COUNT_ALL_MS = 600_000;

/** Number of rows waiting for each receiver: counted once, then updated. A page that shows it polls every few seconds. */
export class Backlog {
  readonly #counted = new Map<string, Counted>();

  constructor(
    private readonly clock: Clock,
    private readonly count: (fromS: number, untilS: number) => number,
  ) {}

  rows(name: string, fromS: number, untilS: number): number {
    if (fromS >= untilS) return 0;
    const nowMs = this.clock.steadyMs();
    const before = this.#counted.get(name);
    const goesOn =
      before !== undefined &&
      nowMs - before.atMs < COUNT_ALL_MS &&
      fromS >= before.fromS &&
      fromS <= before.untilS &&
      untilS >= before.untilS;
    const rows = goesOn
      ? before.rows - this.#some(before.fromS, fromS) + this.#some(before.untilS, untilS)
      : this.count(fromS, untilS);
    this.#counted.set(name, { fromS, untilS, rows, atMs: goesOn ? before.atMs : nowMs });
    return Math.max(0, rows);
  }

  #some(fromS: number, untilS: number): number {
    return fromS < untilS ? this.count(fromS, untilS) : 0;
  }
}
