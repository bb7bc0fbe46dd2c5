import { grownMm } from '../store/imports/past-rain.ts';
import type { PastName } from './past-row.ts';

type Values = Readonly<Partial<Record<PastName, number>>>;

/** Reading of a rain counter. */
export interface CounterReading {
  name: PastName;
  mm: number;
  /** Line of the reading before it; 0 for the first. */
  sinceS: number;
}

/** Increments of a rain counter over lines in the order of time. */
export class RainIncrements {
  #last: { mm: number; tS: number } | null = null;

  increments(values: Values, tS: number): { values: Values; reading: CounterReading | null } {
    const name = values.rainCounterMm === undefined ? 'rainDayMm' : 'rainCounterMm';
    const mm = values[name];
    if (mm === undefined) return { values, reading: null };
    const { rainCounterMm, rainDayMm, ...rest } = values;
    if (rest.rainMm !== undefined) return { values: rest, reading: null };
    const last = this.#last;
    this.#last = { mm, tS };
    const grown = last && grownMm(last, this.#last);
    return {
      values: grown === null ? rest : { ...rest, rainMm: grown },
      reading: { name, mm, sinceS: last?.tS ?? 0 },
    };
  }
}
