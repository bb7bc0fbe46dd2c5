/** Limits of how long a value counts as present. */
const LEAST_S = 60;
const MOST_S = 1800;
/** For a value whose interval is not known yet. */
const UNKNOWN_S = 600;
const INTERVALS = 3;
const GAPS_KEPT = 7;
/** Two arrivals within it are one message printed twice, or several of one observation. */
const SAME_S = 2;

/** Pace of what arrives: when the last one came, and the usual interval, the median of the newest gaps. Times are steady. */
export class Pace {
  #gapsS: readonly number[] = [];

  constructor(public lastS: number) {}

  /** Null while fewer than two gaps are known. */
  get usualS(): number | null {
    if (this.#gapsS.length < 2) return null;
    return [...this.#gapsS].sort((a, b) => a - b)[Math.floor(this.#gapsS.length / 2)]!;
  }

  /** Notes an arrival. Returns the time since the one before. */
  note(atS: number): number {
    const gapS = atS - this.lastS;
    if (gapS < SAME_S) return gapS;
    this.#gapsS = [...this.#gapsS, gapS].slice(-GAPS_KEPT);
    this.lastS = atS;
    return gapS;
  }
}

/** Freshness of values: each is present for three of its usual intervals, and null after that, never "the last". */
export class Freshness {
  readonly #kept = new Map<string, { value: number; pace: Pace }>();

  put(name: string, value: number, atS: number): void {
    const kept = this.#kept.get(name);
    if (!kept) {
      this.#kept.set(name, { value, pace: new Pace(atS) });
      return;
    }
    kept.value = value;
    kept.pace.note(atS);
  }

  get(name: string, nowS: number): number | null {
    const kept = this.#kept.get(name);
    return kept && nowS - kept.pace.lastS <= lastsS(kept.pace) ? kept.value : null;
  }

  /** Takes a value back: it is present no more. */
  drop(name: string): void {
    this.#kept.delete(name);
  }

  present(nowS: number): Record<string, number> {
    const names = [...this.#kept.keys()];
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = this.get(name, nowS);
        return value === null ? [] : [[name, value]];
      }),
    );
  }
}

const lastsS = ({ usualS }: Pace): number =>
  usualS === null ? UNKNOWN_S : Math.min(MOST_S, Math.max(LEAST_S, INTERVALS * usualS));
