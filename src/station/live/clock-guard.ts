/** Before this no station of this kind existed: a clock that says so has not been set since power came. 2024-01-01. */
const EARLIEST_S = 1_704_067_200;
/** Steps of network time below this are left to themselves; a sample then only keeps its place after the one before. */
const JUMP_S = 2;
/** A run this young was probably stamped by a clock that had not been set yet, so its samples move with the clock. */
const YOUNG_MS = 15 * 60_000;
/**
 * A plausible clock behind the stored history is believed when nothing has set it for so long. After a power cut it may be an hour
 * behind by itself, since it is saved every hour, and then it has only to pass.
 */
const PATIENCE_MS = 2 * 3_600_000;
/** A day at 2 s. Beyond it the oldest held sample is given up. */
const HELD_AT_MOST = 43_200;
const MS = 0.001;

export interface ClockEvent {
  severity: 'info' | 'warn';
  detail: string;
  data: Record<string, unknown>;
}

export interface Verdict<T> {
  /** To be stored now, in this order, with these stamps. */
  store: { sample: T; tS: number }[];
  /** What was stored from `fromS` on in this run must move by `byS`; to be done before `store` is stored. */
  move: { fromS: number; byS: number } | null;
  event: ClockEvent | null;
}

interface Held<T> {
  sample: T;
  steadyMs: number;
}

const span = (seconds: number): string => {
  const s = Math.abs(seconds);
  if (s < 120) return `${Math.round(s)} s`;
  return s < 7200
    ? `${Math.round(s / 60)} min`
    : s < 172_800
      ? `${(s / 3600).toFixed(1)} h`
      : `${Math.round(s / 86_400)} days`;
};

/**
 * Keeps the series true to the clock when the clock is not: a board without a battery starts in 1970 or at the hour it was last
 * shut down, and jumps when network time arrives. Steady time tells a jump from time that passed.
 *
 * - A clock before 2024, or behind what is stored, is not trusted yet: samples are held, and stamped by their age once it is.
 * - A jump in the first quarter of an hour of a run means that the run began with a wrong clock: what it stored moves along.
 * - A later jump forward is a gap. Whatever would lie in the future after a jump back moves back, too.
 *
 * Which of two clocks was right nobody can know; the newer one is believed. Pure: it asks for no time and stores nothing.
 */
export class ClockGuard<T> {
  #held: Held<T>[] = [];
  #givenUp = 0;
  #last: { wallS: number; steadyMs: number } | null = null;
  #lastStampS: number;
  #run: { firstS: number; beganMs: number } | null = null;

  /** @param lastStoredS time of the newest stored sample, null for an empty history */
  constructor(lastStoredS: number | null) {
    this.#lastStampS = lastStoredS ?? Number.NEGATIVE_INFINITY;
  }

  /** Whether samples wait for a clock that can be trusted. */
  get holding(): boolean {
    return this.#held.length > 0;
  }

  /** One sample, taken at this wall and steady time. */
  take(sample: T, wallS: number, steadyMs: number): Verdict<T> {
    const jumpS = this.#last === null ? 0 : wallS - this.#last.wallS - (steadyMs - this.#last.steadyMs) / 1000;
    this.#last = { wallS, steadyMs };
    const jumped = Math.abs(jumpS) > JUMP_S;
    if (this.#run === null) return this.#waiting(sample, wallS, steadyMs, jumped);
    if (!jumped) return { store: [this.#stamped(sample, wallS)], move: null, event: null };
    return this.#afterJump(sample, wallS, steadyMs, jumpS);
  }

  #waiting(sample: T, wallS: number, steadyMs: number, jumped: boolean): Verdict<T> {
    const plausible = wallS >= EARLIEST_S;
    const waitedMs = this.#held.length > 0 ? steadyMs - this.#held[0]!.steadyMs : 0;
    const ahead = wallS > this.#lastStampS;
    if (!plausible || !(ahead || jumped || waitedMs >= PATIENCE_MS)) {
      const first = this.#held.length === 0;
      this.#held.push({ sample, steadyMs });
      if (this.#held.length > HELD_AT_MOST) {
        this.#held.shift();
        this.#givenUp += 1;
      }
      return { store: [], move: null, event: first ? this.#holdEvent(wallS) : null };
    }
    return this.#release(sample, wallS, steadyMs, ahead);
  }

  #holdEvent(wallS: number): ClockEvent {
    const shows = new Date(wallS * 1000).toISOString();
    const why = wallS < EARLIEST_S ? 'has not been set yet' : 'is behind the newest stored sample';
    return {
      severity: 'warn',
      detail: `The clock shows ${shows} and ${why}. Samples are held and get their time when it is set.`,
      data: { clock_ts: wallS, last_stored_ts: Number.isFinite(this.#lastStampS) ? this.#lastStampS : null },
    };
  }

  #release(sample: T, wallS: number, steadyMs: number, ahead: boolean): Verdict<T> {
    const all = [...this.#held, { sample, steadyMs }];
    const held = this.#held.length;
    this.#held = [];
    const firstS = wallS - (steadyMs - all[0]!.steadyMs) / 1000;
    const byS = firstS - this.#lastStampS - 1;
    this.#lastStampS = Number.NEGATIVE_INFINITY;
    this.#run = { firstS, beganMs: all[0]!.steadyMs };
    const store = all.map((one) => this.#stamped(one.sample, wallS - (steadyMs - one.steadyMs) / 1000));
    if (held === 0) return { store, move: null, event: null };
    const lost = this.#givenUp > 0 ? ` ${this.#givenUp} older ones had to be given up.` : '';
    const future = ahead ? '' : ' What was stored with a later time moved back before them.';
    return {
      store,
      move: ahead ? null : { fromS: wallS, byS },
      event: {
        severity: this.#givenUp > 0 || !ahead ? 'warn' : 'info',
        detail: `The clock is trusted now: ${held} held samples of ${span(wallS - firstS)} got their time.${future}${lost}`,
        data: { held, given_up: this.#givenUp },
      },
    };
  }

  #afterJump(sample: T, wallS: number, steadyMs: number, jumpS: number): Verdict<T> {
    const run = this.#run!;
    if (wallS < EARLIEST_S) return this.#lostTime(sample, wallS, steadyMs, jumpS);
    const young = steadyMs - run.beganMs < YOUNG_MS;
    const wrongFromS = young ? run.firstS : Number.POSITIVE_INFINITY;
    const fromS = jumpS < 0 ? Math.min(wrongFromS, wallS) : wrongFromS;
    const move = Number.isFinite(fromS) ? { fromS, byS: jumpS } : null;
    if (move) this.#lastStampS += jumpS;
    if (young) run.firstS += jumpS;
    const told = young
      ? 'The samples of this start moved with it.'
      : move
        ? 'Samples that would lie in the future moved back with it.'
        : 'The series has a gap there.';
    return {
      store: [this.#stamped(sample, wallS)],
      move,
      event: {
        severity: young ? 'info' : 'warn',
        detail: `The clock jumped ${jumpS > 0 ? 'forward' : 'back'} by ${span(jumpS)}. ${told}`,
        data: { jump_s: Math.round(jumpS * 1000) / 1000 },
      },
    };
  }

  /** Back to 1970 in mid-run: as at a start, samples are held until the clock is set again. */
  #lostTime(sample: T, wallS: number, steadyMs: number, jumpS: number): Verdict<T> {
    this.#run = null;
    this.#held.push({ sample, steadyMs });
    const { data, ...event } = this.#holdEvent(wallS);
    return { store: [], move: null, event: { ...event, data: { ...data, jump_s: jumpS } } };
  }

  /** Never two samples with one stamp, never one before its predecessor. */
  #stamped(sample: T, tS: number): { sample: T; tS: number } {
    this.#lastStampS = Math.max(tS, this.#lastStampS + MS);
    return { sample, tS: this.#lastStampS };
  }
}
