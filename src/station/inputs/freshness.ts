/** Limits of how long a value counts as present. */
const LEAST_S = 60;
const MOST_S = 1800;
/** For a value whose interval is not known yet. */
const UNKNOWN_S = 600;
const INTERVALS = 3;
const GAPS_KEPT = 7;
/** Two arrivals within it are one message printed twice, or several of one observation. */
const SAME_S = 2;

interface Kept {
  value: number;
  atS: number;
  gapsS: number[];
}

/**
 * Freshness of values: each is present for three of its usual intervals, and null after that, never "the last". The usual interval is the
 * median of the newest gaps. Times are steady.
 */
export class Freshness {
  readonly #kept = new Map<string, Kept>();

  put(name: string, value: number, atS: number): void {
    const before = this.#kept.get(name);
    if (!before) {
      this.#kept.set(name, { value, atS, gapsS: [] });
      return;
    }
    const gapS = atS - before.atS;
    before.value = value;
    if (gapS < SAME_S) return;
    before.gapsS = [...before.gapsS, gapS].slice(-GAPS_KEPT);
    before.atS = atS;
  }

  get(name: string, nowS: number): number | null {
    const kept = this.#kept.get(name);
    return kept && nowS - kept.atS <= lastsS(kept.gapsS) ? kept.value : null;
  }

  /** Takes a value back: it is present no more. */
  drop(name: string): void {
    this.#kept.delete(name);
  }

  /** All that are present. */
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

/** Median of the gaps; null while fewer than two are known. */
export function usualS(gapsS: readonly number[]): number | null {
  if (gapsS.length < 2) return null;
  return [...gapsS].sort((a, b) => a - b)[Math.floor(gapsS.length / 2)]!;
}

const lastsS = (gapsS: readonly number[]): number => {
  const usual = usualS(gapsS);
  return usual === null ? UNKNOWN_S : Math.min(MOST_S, Math.max(LEAST_S, INTERVALS * usual));
};
