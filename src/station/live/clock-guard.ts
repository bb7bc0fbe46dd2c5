import { DAY_S, HOUR_MS } from '../../durations.ts';
import type { ClockSegment } from '../store/clock-segments.ts';
import type { Doubt } from '../store/said.ts';
import type { Moment, Record, Segment, Step } from './clock-steps.ts';
import { told } from './clock-words.ts';
import { Held } from './held.ts';

/** Before this no station of this kind existed: a clock that says so has not been set since power came. 2024-01-01. */
const EARLIEST_S = 1_704_067_200;
/** Steps of network time below this are left to themselves; a sample then only keeps its place after the one before. */
const JUMP_S = 2;
/** Network time may slew the clock by so much of the time that passed. */
const SLEW = 5e-4;
/** A clock that stands ahead by no more is slowed down until the wall has caught up: nothing moves, nothing is out of order. */
const SMALL_S = 600;
/** Steps that are not worth moving a morning for, once a morning is there. */
const TRIFLE_S = 60;
const MORNING_S = 900;
const HALF_SPEED = 0.5;
/** A restart that leaves a longer gap than this in the record may have begun with a clock that ran ahead. */
const LEAP_S = DAY_S;
/** So long a clock has to agree with steady time before it is believed without network time; longer where it leapt. */
const BELIEVED_AFTER_S = DAY_S;
const LEAP_BELIEVED_AFTER_S = 7 * DAY_S;
/** After so long a plausible clock that nothing sets is not waited for: the station goes on by a time of its own. */
const PATIENCE_MS = 2 * HOUR_MS;
/** A day at 2 s. */
const HELD_AT_MOST = 43_200;
const MS = 0.001;

/**
 * Two clocks, one judgement: steady time tells a wall clock that was set from time that passed. A board without a battery starts in
 * 1970, or at the hour it was last shut down, or where a test left it, and jumps when network time arrives.
 *
 * - Samples belong to segments: stretches of one clock. When it is set, the whole segment was wrong by the same amount and moves.
 * - A segment that something vouches for (network time, a day of agreement with steady time) stays: a jump forward is a gap.
 * - No segment ever moves into another one. A clock that would have it so, or that says 1970, is not believed: samples are held and
 *   stamped by their age when it is set; a small step back is walked off at half speed; and after two hours the series
 *   goes on by steady time, until the clock is set.
 *
 * Pure: it asks for no time and stores nothing.
 */
export class ClockGuard<T> {
  readonly #boot: string;
  readonly #held = new Held<T>();
  #givenUp = 0;
  #segment: Segment | null = null;
  /** Of the start before, as long as it is not known whether this start goes on with it. */
  #saved: ClockSegment | null;
  #endBeforeS: number;
  #lastStampS: number;
  #lastSteadyS = 0;
  #wallOffsetS: number | null = null;
  /** What the clock showed when samples began to be held. */
  #heldOffsetS: number | null = null;
  /** What the start of the station was told by. */
  #toldOffsetS: number | null = null;
  /** Whether any sample of this start has its time. */
  #stored = false;
  /** Since when the stamps stand ahead of the wall. */
  #ownSinceS: number | null = null;
  /** Network time had set the clock before this segment began, so it does not vouch for it. */
  #staleSync = false;

  constructor({ newestS, segment, endBeforeS, boot }: Record) {
    this.#boot = boot;
    this.#lastStampS = newestS ?? Number.NEGATIVE_INFINITY;
    this.#endBeforeS = endBeforeS ?? Number.NEGATIVE_INFINITY;
    this.#saved = segment;
    if (segment === null || boot === '' || segment.boot !== boot || newestS === null) return;
    this.#segment = { ...segment }; // this machine has not been restarted: its steady time goes on, and so does the segment
    this.#wallOffsetS = segment.wallOffsetS;
    this.#lastSteadyS = newestS - segment.offsetS;
  }

  /** Whether samples wait for a clock that can be trusted. */
  get holding(): boolean {
    return this.#held.length > 0;
  }

  /** The time, where something vouches for it. */
  confirmedNowS(wallS: number): number | null {
    return this.#segment?.confirmed && !this.holding && this.#ownS(wallS) < JUMP_S ? wallS : null;
  }

  /**
   * The time samples would be stamped by now. Between a jump of the clock and the next sample, which judges it, the one before the jump:
   * what is said then moves with all that was said before.
   */
  nowS(wallS: number, steadyS: number): number {
    const segment = this.#segment;
    if (this.#wallOffsetS === null) return wallS;
    const jumped = Math.abs(wallS - steadyS - this.#wallOffsetS) > JUMP_S;
    if (this.holding) return jumped ? steadyS + this.#wallOffsetS : wallS;
    if (segment === null) return wallS;
    if (jumped) return this.#stored ? steadyS + segment.offsetS : wallS;
    return this.#ownS(wallS) > JUMP_S ? steadyS + segment.offsetS : wallS;
  }

  get segment(): Segment | null {
    return this.#segment && { ...this.#segment };
  }

  /** One sample. */
  take(sample: T, { wallS, steadyMs, synchronised }: Moment): Step<T>[] {
    const steadyS = steadyMs / 1000;
    const offsetS = wallS - steadyS;
    const passedS = Math.max(0, steadyS - this.#lastSteadyS);
    this.#toldOffsetS ??= this.nowS(wallS, steadyS) - steadyS;
    const jumped = this.#wallOffsetS !== null && Math.abs(offsetS - this.#wallOffsetS) > JUMP_S + SLEW * passedS;
    this.#wallOffsetS = offsetS;
    const words = jumped && this.holding ? this.#wordsUnderAnother(offsetS) : [];
    this.#held.add(sample, steadyS);
    const steps = this.#judge(offsetS, steadyS, jumped, synchronised);
    if (this.#segment && !this.holding) {
      this.#segment.wallOffsetS = offsetS;
      if (!jumped) steps.push(...this.#vouch(synchronised));
    }
    const said = steps.filter(({ kind }) => kind === 'said'); // before a new segment takes note of what has been said already
    return [...words, ...said, ...steps.filter(({ kind }) => kind !== 'said')];
  }

  /** The clock was set while samples are held, rightly or not: what has been said so far is stamped as if it had always shown this. */
  #wordsUnderAnother(offsetS: number): Step<T>[] {
    const byS = offsetS - (this.#heldOffsetS ?? offsetS);
    this.#heldOffsetS = offsetS;
    return byS === 0 ? [] : [{ kind: 'said', byS, doubt: this.#doubt(offsetS, this.#held.firstSteadyS) }];
  }

  /** How words are stamped, and how an orderly stop would stamp them. */
  #doubt(offsetS: number, firstSteadyS: number): Doubt {
    const own = Number.isFinite(this.#lastStampS) ? this.#lastStampS + 1 - firstSteadyS : null;
    return { boot: this.#boot, offsetS, goesOnS: this.#segment?.offsetS ?? own };
  }

  /** The station stops: what is held goes to the disk with the best stamps there are, to be moved when the clock is set. */
  release(): Step<T>[] {
    if (!this.holding || this.#wallOffsetS === null) return [];
    if (this.#segment) return this.#storeHeld(this.#segment.offsetS);
    return this.#beginOwn(this.#wallOffsetS, this.#held.firstSteadyS);
  }

  #judge(offsetS: number, steadyS: number, jumped: boolean, synchronised: boolean | null): Step<T>[] {
    if (this.#segment === null) return this.#atStart(offsetS, steadyS, synchronised);
    const waiting = this.#held.length > 1;
    if (!jumped && !waiting) return this.#storeHeld(this.#goingOn(offsetS, steadyS, synchronised));
    return this.#afterJump(this.#segment, offsetS, steadyS, waiting);
  }

  /** No sample of this start has its time yet. */
  #atStart(offsetS: number, steadyS: number, synchronised: boolean | null): Step<T>[] {
    const first = this.#held.firstSteadyS;
    const firstS = first + offsetS;
    const wallS = steadyS + offsetS;
    if (wallS < EARLIEST_S) return this.#wait(wallS, 'has not been set yet');
    if (firstS > this.#lastStampS - JUMP_S) return this.#begin(offsetS, first, synchronised);
    const saved = this.#saved;
    const byS = firstS - 1 - this.#lastStampS;
    const waited = steadyS - first >= PATIENCE_MS / 1000;
    const leapt = saved?.leapt === true && Number.isFinite(this.#endBeforeS);
    const doubtful = saved !== null && (leapt || synchronised === true || (waited && !saved.confirmed));
    if (doubtful && saved.fromS + byS > this.#endBeforeS) {
      // What was stored last leapt ahead of the record, or nothing ever vouched for it; this clock agrees with what was before.
      this.#segment = { ...saved, fromS: saved.fromS + byS, offsetS, wallOffsetS: offsetS, boot: this.#boot };
      this.#lastStampS += byS;
      return [
        ...this.#earlyWords(byS),
        { kind: 'move', byS },
        ...this.#storeHeld(offsetS),
        { kind: 'note', segment: { ...this.#segment } },
        { kind: 'tell', event: told.movedAtStart(byS) },
      ];
    }
    const behindS = this.#lastStampS - firstS;
    if (behindS <= SMALL_S || waited) return this.#beginOwn(offsetS, first);
    return this.#wait(wallS, 'is behind the newest stored sample');
  }

  /** This start's first segment, or the one of the start before going on. */
  #begin(offsetS: number, firstSteadyS: number, synchronised: boolean | null): Step<T>[] {
    const firstS = Math.max(firstSteadyS + offsetS, this.#lastStampS + MS);
    const gapS = firstS - this.#lastStampS;
    const saved = this.#saved;
    const goesOn = saved !== null && !saved.confirmed && gapS <= LEAP_S;
    const held = this.#held.length;
    const confirmed = synchronised === true;
    this.#segment = goesOn
      ? { ...saved, offsetS, wallOffsetS: offsetS, boot: this.#boot }
      : { fromS: firstS, offsetS, wallOffsetS: offsetS, boot: this.#boot, leapt: !(gapS <= LEAP_S), confirmed };
    if (!goesOn) this.#endBeforeS = this.#lastStampS;
    const steps: Step<T>[] = [{ kind: goesOn ? 'note' : 'begin', segment: { ...this.#segment } }];
    steps.push(...this.#storeHeld(offsetS));
    if (held > 1)
      steps.push({ kind: 'tell', event: told.released(held - 1, this.#lastStampS - firstS, this.#givenUp) });
    return steps;
  }

  /** The clock is behind the record and nothing says by how much: the series goes on where it ended. */
  #beginOwn(wallOffsetS: number, firstSteadyS: number): Step<T>[] {
    const empty = this.#lastStampS === Number.NEGATIVE_INFINITY;
    const firstS = empty ? firstSteadyS + wallOffsetS : this.#lastStampS + 1;
    const offsetS = firstS - firstSteadyS;
    this.#endBeforeS = this.#lastStampS;
    this.#segment = { fromS: firstS, offsetS, wallOffsetS, boot: this.#boot, leapt: empty, confirmed: false };
    const event = told.ownTime(offsetS - wallOffsetS);
    const steps: Step<T>[] = [{ kind: 'begin', segment: { ...this.#segment } }, ...this.#storeHeld(offsetS)];
    if (Math.abs(offsetS - wallOffsetS) > JUMP_S) steps.push({ kind: 'tell', event });
    return steps;
  }

  /** The clock was set while this segment ran, or is still another than the segment's. */
  #afterJump(segment: Segment, offsetS: number, steadyS: number, waiting: boolean): Step<T>[] {
    const byS = offsetS - segment.offsetS;
    const wallS = steadyS + offsetS;
    const firstSteadyS = this.#held.firstSteadyS;
    const ageS = this.#lastStampS - segment.fromS;
    const held = this.#held.length - 1;
    const back = (): Step<T>[] => {
      const steps = this.#storeHeld(segment.offsetS);
      if (held > 0) steps.push({ kind: 'tell', event: told.released(held, steadyS - firstSteadyS, this.#givenUp) });
      return steps;
    };
    if (wallS < EARLIEST_S) return this.#waitOrGoOn(wallS, 'has not been set yet', steadyS, HELD_AT_MOST * 2000, back);
    if (Math.abs(byS) <= JUMP_S + SLEW * (steadyS - firstSteadyS)) return back();
    if (byS > 0) {
      if (!segment.confirmed && !(byS <= TRIFLE_S && ageS > MORNING_S)) return this.#move(segment, byS, waiting);
      return this.#gap(byS, offsetS, firstSteadyS);
    }
    const fits = segment.fromS + byS > this.#endBeforeS;
    const trifle = -byS <= TRIFLE_S && ageS > MORNING_S;
    if (fits && !trifle && (!segment.confirmed || segment.leapt)) return this.#move(segment, byS, waiting);
    if (-byS <= SMALL_S) return [...this.#storeHeld(segment.offsetS), { kind: 'tell', event: told.slowed(byS) }];
    return this.#waitOrGoOn(wallS, 'is behind the newest stored sample', steadyS, PATIENCE_MS, () => [
      ...this.#storeHeld(segment.offsetS),
      { kind: 'tell', event: told.ownTime(-byS) },
    ]);
  }

  #move(segment: Segment, byS: number, waiting: boolean): Step<T>[] {
    segment.fromS += byS;
    segment.offsetS += byS;
    segment.leapt = !(segment.fromS - this.#endBeforeS <= LEAP_S);
    this.#lastStampS += byS;
    const held = waiting ? this.#held.length - 1 : 0;
    const early = this.#earlyWords(byS);
    const stored = this.#storeHeld(segment.offsetS);
    return [
      ...early,
      { kind: 'move', byS },
      { kind: 'note', segment: { ...segment, wallOffsetS: this.#wallOffsetS! } },
      ...stored,
      { kind: 'tell', event: told.moved(byS, held) },
    ];
  }

  /** What this start has said before its first sample was stamped by the new clock, and must not move with what the old one stamped. */
  #earlyWords(byS: number): Step<T>[] {
    if (this.#stored) return [];
    const doubt = this.#doubt((this.#toldOffsetS ?? 0) - byS, this.#held.firstSteadyS);
    return [{ kind: 'said', byS: -byS, doubt }];
  }

  /** A clock that was vouched for stands later than it should: time has passed unseen, or it is wrong now. */
  #gap(byS: number, offsetS: number, firstSteadyS: number): Step<T>[] {
    const event = told.gap(byS);
    if (byS <= TRIFLE_S) return [...this.#storeHeld(offsetS), { kind: 'tell', event }];
    this.#endBeforeS = this.#lastStampS;
    this.#segment = {
      fromS: firstSteadyS + offsetS,
      offsetS,
      wallOffsetS: offsetS,
      boot: this.#boot,
      leapt: byS > LEAP_S,
      confirmed: false,
    };
    this.#staleSync = true;
    return [{ kind: 'begin', segment: { ...this.#segment } }, ...this.#storeHeld(offsetS), { kind: 'tell', event }];
  }

  #wait(wallS: number, why: string): Step<T>[] {
    const first = this.#held.length === 1 && this.#givenUp === 0;
    if (first) this.#heldOffsetS = this.#wallOffsetS;
    if (this.#held.length > HELD_AT_MOST) {
      this.#held.dropFirst();
      this.#givenUp += 1;
    }
    const lastS = Number.isFinite(this.#lastStampS) ? this.#lastStampS : null;
    if (!first) return [];
    const doubt = this.#doubt(this.#wallOffsetS!, this.#held.firstSteadyS);
    return [
      { kind: 'doubt', doubt, fromTheStart: !this.#stored },
      { kind: 'tell', event: told.holding(wallS, why, lastS) },
    ];
  }

  #waitOrGoOn(wallS: number, why: string, steadyS: number, patienceMs: number, goOn: () => Step<T>[]): Step<T>[] {
    return steadyS - this.#held.firstSteadyS >= patienceMs / 1000 ? goOn() : this.#wait(wallS, why);
  }

  /** How far the stamps stand ahead of the wall. */
  #ownS(wallS: number): number {
    return this.#segment === null ? 0 : this.#segment.offsetS - (this.#wallOffsetS ?? wallS);
  }

  /**
   * Stamp less steady time for a sample of now: the wall's, or the segment's own where that stands ahead of it. A small lead is
   * walked off once the wall has not been set again for a while, or at once when it is vouched for.
   */
  #goingOn(offsetS: number, steadyS: number, synchronised: boolean | null): number {
    const { offsetS: mineS } = this.#segment!;
    const aheadS = mineS - offsetS;
    if (aheadS <= MS) {
      this.#ownSinceS = null;
      return offsetS;
    }
    this.#ownSinceS ??= steadyS;
    const trifle = aheadS <= TRIFLE_S;
    const waits = steadyS - this.#ownSinceS < PATIENCE_MS / 1000 && !(synchronised === true && !this.#staleSync);
    if (aheadS > SMALL_S || (waits && !trifle)) return mineS;
    return Math.max(offsetS, mineS - HALF_SPEED * Math.max(0, steadyS - this.#lastSteadyS));
  }

  /** All that is held, stamped by its age. Never two samples with one stamp, never one before its predecessor. */
  #storeHeld(offsetS: number): Step<T>[] {
    const toldBy = this.#heldOffsetS ?? (this.#stored ? null : this.#toldOffsetS);
    const saidByS = toldBy === null ? 0 : offsetS - toldBy;
    this.#heldOffsetS = null;
    this.#stored = true;
    const doubt = { boot: this.#boot, offsetS, goesOnS: offsetS };
    const said: Step<T>[] = Math.abs(saidByS) > JUMP_S ? [{ kind: 'said', byS: saidByS, doubt }] : [];
    const { samples, stamps, lastStampS, lastSteadyS } = this.#held.take(offsetS, this.#lastStampS);
    this.#lastStampS = lastStampS;
    this.#lastSteadyS = lastSteadyS;
    if (this.#segment) this.#segment.offsetS = lastStampS - lastSteadyS;
    if (samples.length > 1) return [...said, { kind: 'release', samples, stamps }];
    return [...said, { kind: 'store', sample: samples[0]!, tS: stamps[0]! }];
  }

  #vouch(synchronised: boolean | null): Step<T>[] {
    const segment = this.#segment!;
    if (synchronised !== true) this.#staleSync = false;
    if (segment.confirmed) return [];
    const agreesS = this.#lastStampS - segment.fromS;
    const own = Math.abs(segment.offsetS - segment.wallOffsetS) > JUMP_S;
    const long = agreesS >= (segment.leapt ? LEAP_BELIEVED_AFTER_S : BELIEVED_AFTER_S);
    if (own || !(long || (synchronised === true && !this.#staleSync))) return [];
    segment.confirmed = true;
    return [{ kind: 'confirm' }];
  }
}
