import { DAY_S, HOUR_S } from '../../base/durations.ts';

/** Rule of one counter. */
export interface CounterRule {
  /** Step of the gauge: what is less than half of it is no change. */
  resolution: number;
  /** Daily counter: it begins again with the sender's day. */
  daily: boolean;
  most: number;
  /** Most that it can rise in so many seconds. */
  allowed(seconds: number): number;
}

/** Rain, mm: 5 at once, 4 a minute for an hour, then 0.05 a minute, 320 at most. */
export const RAIN: CounterRule = {
  resolution: 0.1,
  daily: false,
  most: 20_000,
  allowed: (seconds) => {
    const minutes = Math.max(0, seconds) / 60;
    return Math.min(320, 5 + 4 * Math.min(60, minutes) + 0.05 * Math.max(0, minutes - 60));
  },
};

/** Strikes of lightning: 500 a minute. */
export const STRIKES: CounterRule = {
  resolution: 1,
  daily: false,
  most: 1_000_000,
  allowed: (seconds) => 500 + (500 * Math.max(0, seconds)) / 60,
};

interface Candidate {
  first: number;
  last: number;
  atS: number;
  /** Readings in a row that fit it. */
  n: number;
  fell: boolean;
}
export interface CounterState {
  base: number | null;
  atS: number;
  /** Local date of the newest good reading. */
  day: string | number | null;
  candidate: Candidate | null;
}

/** Increment that a reading adds. */
export interface Added {
  amount: number;
  /** Gathered rain: it fell somewhere in more than an hour without readings: it belongs to the sum, not to a rate. */
  gathered: boolean;
  /** Uncounted rain: it fell in more than a day without readings, and is not counted; 0 otherwise. */
  uncounted: number;
}

const GIVES_UP_S = DAY_S;
/** Readings closer together are one message, printed several times: they confirm nothing. */
const APART_S = 20;
/** A stamp further back than this is a clock that was set back, not a late packet. */
const SET_BACK_S = 600;
const RISE_READINGS = 3;
const FALL_READINGS = 2;

const round = (amount: number): number => Math.round(amount * 1e6) / 1e6;
const NOTHING: Added = { amount: 0, gathered: false, uncounted: 0 };
const added = (amount: number, seconds: number): Added => {
  return { amount: round(amount), gathered: seconds > HOUR_S, uncounted: 0 };
};

/**
 * Increments of a running counter: no rain that did not fall. A first reading adds nothing, a fall or a great rise is believed when further
 * readings confirm it, and what grew meanwhile is added then. Knows no family.
 */
export class Counter {
  #state: CounterState;

  constructor(
    private readonly rule: CounterRule,
    saved?: CounterState,
  ) {
    this.#state = saved ?? { base: null, atS: 0, day: null, candidate: null };
  }

  toJSON(): CounterState {
    return this.#state;
  }

  /** `day`: local date at the sender, for a counter that begins again with it. */
  take(value: number | null, tS: number, day: CounterState['day'] = null): Added {
    const { rule } = this;
    if (value === null || !Number.isFinite(value) || value < 0 || value > rule.most) return NOTHING;
    const { base, atS } = this.#state;
    if (base === null) return this.#settle(value, tS, day, NOTHING);
    if (tS <= atS && atS - tS < SET_BACK_S) return NOTHING;
    const seconds = Math.max(0, tS - atS);
    if (seconds > GIVES_UP_S) {
      return this.#settle(value, tS, day, { ...NOTHING, uncounted: round(Math.max(0, value - base)) });
    }
    return this.#judge(value, base, tS, day, seconds);
  }

  #judge(value: number, base: number, tS: number, day: CounterState['day'], seconds: number): Added {
    const { rule } = this;
    const rise = value - base;
    const allowed = rule.allowed(seconds);
    if (Math.abs(rise) < rule.resolution / 2) return this.#settle(base, tS, day, NOTHING);
    if (rise > 0 && rise <= allowed) return this.#settle(value, tS, day, added(rise, seconds));
    if (rise > 0) return this.#doubt(value, tS, day, false);
    if (rule.daily && day !== this.#state.day && value <= allowed) {
      return this.#settle(value, tS, day, added(value, seconds));
    }
    return this.#doubt(value, tS, day, true);
  }

  #settle(base: number, atS: number, day: CounterState['day'], outcome: Added): Added {
    this.#state = { base, atS, day, candidate: null };
    return outcome;
  }

  /** A reading that is not believed yet. */
  #doubt(value: number, tS: number, day: CounterState['day'], fell: boolean): Added {
    const { candidate } = this.#state;
    const anew: Candidate = { first: value, last: value, atS: tS, n: 1, fell };
    if (candidate === null || candidate.fell !== fell) return this.#await(anew);
    const seconds = tS - candidate.atS;
    const grown = value - candidate.last;
    if (grown < -this.rule.resolution / 2 || grown > this.rule.allowed(seconds)) return this.#await(anew);
    if (seconds < APART_S) return NOTHING;
    const next = { ...candidate, last: Math.max(value, candidate.last), atS: tS, n: candidate.n + 1 };
    if (next.n < (fell ? FALL_READINGS : RISE_READINGS)) return this.#await(next);
    return this.#settle(next.last, tS, day, added(next.last - next.first, seconds));
  }

  #await(candidate: Candidate): Added {
    this.#state = { ...this.#state, candidate };
    return NOTHING;
  }
}
