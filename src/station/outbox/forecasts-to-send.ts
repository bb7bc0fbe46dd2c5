import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { IssuedForecast } from '../../contract/forecast.ts';
import { scoreOfDay } from '../forecast/verification.ts';
import type { Store } from '../store/store.ts';

export interface SentForecast {
  /** Issue time. */
  tS: number;
  targets: IssuedForecast['targets'];
}

export interface DayScore {
  /** The start of its day. */
  tS: number;
  target: string;
  horizonS: number;
  n: number;
  skill: number | null;
  coverage: number | null;
}

/** Part of one UTC day of forecasts: what to send, and what the receiver must then hold. */
export interface Words<T> {
  dayS: number;
  now: readonly T[];
  all: readonly T[];
  arrived(): void;
  /** The receiver holds less of the day: all of it goes again. */
  again(): void;
}

/** Delay until repeated forecasts after a kill have been sent again. */
const SETTLE_S = 600;
/** Delay after a day until all that was forecast for it is scored. */
const SCORED_AFTER_S = HOUR_S;

/** Forecasts as they were issued and each day's scores, each with a cursor of its own beside that of the rows. */
export class ForecastsToSend {
  /** Cursors in memory while the disk cannot store them: otherwise the stored ones would repeat the same for ever. */
  readonly #unnoted = new Map<string, number>();

  constructor(
    private readonly store: Store,
    private readonly nowS: () => number,
  ) {}

  /** False: it could not be written down, and is to be tried again. */
  begin(name: string, receiver: string | null): boolean {
    const { outbox } = this.store;
    return [forecastsOf(name), scoresOf(name)]
      .map((one) => this.store.attempt(() => outbox.begin(one, 0, false, receiver)))
      .every(Boolean);
  }

  /** Null when none is due. `beforeS` is a moment that is to come for the receiver. */
  forecasts(name: string, beforeS: number): Words<SentForecast> | null {
    const { issued } = this.store;
    const one = forecastsOf(name);
    const cursorS = this.#cursorOf(one);
    if (cursorS === null) return null;
    const untilS = Math.min(this.nowS() - SETTLE_S, beforeS);
    const first = issued.next(cursorS, untilS);
    if (first === null) return null;
    const dayS = Math.floor(first / DAY_S) * DAY_S;
    const all = issued.between(dayS, Math.min(untilS, dayS + DAY_S));
    const now = all.filter(({ tS }) => tS >= cursorS);
    return { dayS, now, all, ...this.#progress(one, dayS, all.at(-1)!.tS + 1) };
  }

  scores(name: string, beforeS: number): Words<DayScore> | null {
    const { scores } = this.store;
    const one = scoresOf(name);
    const cursorS = this.#cursorOf(one);
    if (cursorS === null) return null;
    const day = scores.nextDay(Math.ceil(cursorS / DAY_S));
    const dayS = (day ?? 0) * DAY_S;
    if (day === null || dayS + DAY_S + SCORED_AFTER_S > Math.min(this.nowS(), beforeS)) return null;
    const all = scores.of(day).flatMap(({ target, horizonS, state }) => {
      const score = scoreOfDay(state);
      return score === null ? [] : [{ tS: dayS, target, horizonS, ...score }];
    });
    return { dayS, now: all, all, ...this.#progress(one, dayS, dayS + DAY_S) };
  }

  /** The receiver has lost what it was sent from this moment on. */
  again(name: string, fromS: number): void {
    for (const one of [forecastsOf(name), scoresOf(name)])
      if ((this.#cursorOf(one) ?? 0) > fromS) this.#arrived(one, fromS);
  }

  #progress(one: string, dayS: number, cursorS: number): Pick<Words<unknown>, 'arrived' | 'again'> {
    return { arrived: () => this.#arrived(one, cursorS), again: () => this.#arrived(one, dayS) };
  }

  #arrived(one: string, cursorS: number): void {
    const store = this.store;
    if (store.attempt(() => store.outbox.passBy(one, cursorS))) this.#unnoted.delete(one);
    else this.#unnoted.set(one, cursorS);
  }

  /** Null before it has begun. A cursor in the future was left by a clock that ran ahead: nothing since has been sent. */
  #cursorOf(one: string): number | null {
    const unnotedS = this.#unnoted.get(one);
    if (unnotedS !== undefined) this.#arrived(one, unnotedS);
    const cursorS = this.#unnoted.get(one) ?? this.store.outbox.get(one)?.cursorS ?? null;
    return cursorS !== null && cursorS > this.nowS() + DAY_S ? 0 : cursorS;
  }
}

const forecastsOf = (name: string): string => `${name}.forecasts`;
const scoresOf = (name: string): string => `${name}.scores`;
