import type { ClockSegment } from '../../store/clock-repair/clock-segments.ts';
import type { Doubt } from '../../store/clock-repair/doubtful-stamps.ts';
import { EarlyStamps } from './early-stamps.ts';
import { Held } from './held.ts';
import { Lead } from './lead.ts';
import type { ClockStep, Moment, Record, Segment } from './steps.ts';
import {
  afterJump,
  atStart,
  hasAgreed,
  hasJumped,
  isBelieved,
  isLeap,
  JUMP_S,
  TRIFLE_S,
  type Unbelieved,
} from './verdict.ts';
import { type ClockEvent, told } from './words.ts';

const MS = 0.001;

/**
 * Two clocks, one judgement: steady time tells a wall clock that was set from time that passed. A board without a battery starts in
 * 1970, or at the hour it was last shut down, or where a test left it, and jumps when network time arrives.
 *
 * - Samples belong to segments: stretches of one clock. When it is set, the whole segment was wrong by the same amount and moves.
 * - A segment that something vouches for (network time, a day of agreement with steady time) stays: a jump forward is a gap.
 * - No segment ever moves into another one. A clock that would have it so, or that says 1970, is not believed: samples are held, and
 *   stamped by their age when it is set. After two hours, or a day of 1970, the series goes on by steady time until the clock is set.
 * - A small step back is walked off at half speed.
 *
 * Pure: it asks for no time and stores nothing. `verdict.ts` judges; here is what follows from it.
 */
export class ClockGuard<T> {
  readonly #boot: string;
  readonly #held = new Held<T>();
  readonly #early = new EarlyStamps();
  #lead = new Lead();
  #segment: Segment | null = null;
  /** Segment of the former start, until it is known whether this start continues it. */
  #saved: ClockSegment | null;
  #endBeforeS: number;
  #lastStampS: number;
  #lastSteadyS = 0;
  #wallOffsetS: number | null = null;
  /** Network time had set the clock before this segment began, or was set, so it does not vouch for it. */
  #staleSync = false;
  /** Stamp from which agreement with steady time counts, where that is later than the beginning of the segment. */
  #agreesFromS = Number.NEGATIVE_INFINITY;

  constructor({ newestS, segment, endBeforeS, toldS, boot }: Record) {
    this.#boot = boot;
    this.#lastStampS = newestS ?? Number.NEGATIVE_INFINITY;
    this.#endBeforeS = endBeforeS ?? Number.NEGATIVE_INFINITY;
    this.#saved = segment;
    if (segment?.confirmed === false) this.#agreeAnew(segment, toldS); // its move has told of itself
    if (segment === null || boot === '' || segment.boot !== boot || newestS === null) return;
    this.#segment = { ...segment }; // this machine has not been restarted: its steady time goes on, and so does the segment
    this.#wallOffsetS = segment.wallOffsetS;
    this.#lastSteadyS = newestS - segment.offsetS;
    this.#staleSync = !segment.confirmed; // the word may be older than the segment
    if (toldS !== null && this.#aheadS > MS) this.#lead = new Lead(toldS - segment.offsetS);
  }

  /** Whether samples wait for a trusted clock. */
  get holding(): boolean {
    return this.#held.length > 0;
  }

  /** Whether something vouches for the time. */
  get isConfirmed(): boolean {
    return this.#segment?.confirmed === true && !this.holding && this.#aheadS < JUMP_S;
  }

  /**
   * The time samples would be stamped by now. Between a jump of the clock and the next sample, which judges it, the one before the jump:
   * what is said then moves with all that was said before.
   */
  nowS(wallS: number, steadyS: number): number {
    const segment = this.#segment;
    if (this.#wallOffsetS === null) return wallS;
    const jumped = hasJumped(wallS - steadyS - this.#wallOffsetS, 0);
    if (this.holding) return jumped ? steadyS + this.#wallOffsetS : wallS;
    if (segment === null) return wallS;
    if (jumped) return this.#early.stored ? steadyS + segment.offsetS : wallS;
    return this.#aheadS > JUMP_S ? steadyS + segment.offsetS : wallS;
  }

  get segment(): Segment | null {
    return this.#segment && { ...this.#segment };
  }

  /** Judges one sample. */
  take(sample: T, { wallS, steadyMs, synchronised }: Moment): ClockStep<T>[] {
    const steadyS = steadyMs / 1000;
    const offsetS = wallS - steadyS;
    this.#early.begin(this.nowS(wallS, steadyS) - steadyS);
    const jumped = this.#wallOffsetS !== null && hasJumped(offsetS - this.#wallOffsetS, this.#passedS(steadyS));
    this.#wallOffsetS = offsetS;
    const before = jumped && this.holding ? this.#restampHeld(offsetS) : [];
    this.#held.add(sample, steadyS);
    const steps = this.#judge(offsetS, steadyS, jumped, synchronised);
    if (this.#segment && !this.holding) {
      this.#segment.wallOffsetS = offsetS;
      if (!jumped) steps.push(...this.#vouch(this.#segment, synchronised));
    }
    const restamps = steps.filter(({ kind }) => kind === 'restamp'); // before a new segment takes note of them
    return [...before, ...restamps, ...steps.filter(({ kind }) => kind !== 'restamp')];
  }

  /** The station stops: what is held goes to the disk with the best stamps there are, to be moved when the clock is set. */
  release(): ClockStep<T>[] {
    if (!this.holding || this.#wallOffsetS === null) return [];
    if (this.#segment) return this.#storeHeld(this.#segment.offsetS);
    return this.#beginOwn(this.#wallOffsetS, this.#held.firstSteadyS);
  }

  #judge(offsetS: number, steadyS: number, jumped: boolean, synchronised: boolean | null): ClockStep<T>[] {
    const segment = this.#segment;
    if (segment === null) return this.#atStart(offsetS, steadyS, synchronised);
    if (jumped || this.#held.length > 1) return this.#afterJump(segment, offsetS, steadyS);
    const vouchedFor = synchronised === true && !this.#staleSync;
    const passedS = this.#passedS(steadyS);
    return this.#storeHeld(this.#lead.offsetS(segment.offsetS, offsetS, steadyS, passedS, vouchedFor));
  }

  #atStart(offsetS: number, steadyS: number, synchronised: boolean | null): ClockStep<T>[] {
    const { firstSteadyS } = this.#held;
    const [wallS, firstS, heldS] = [steadyS + offsetS, firstSteadyS + offsetS, steadyS - firstSteadyS];
    const byS = firstS - 1 - this.#lastStampS;
    const [endBeforeS, lastStampS] = [this.#endBeforeS, this.#lastStampS];
    const seen = { wallS, firstS, held: this.#held.length, heldS, endBeforeS, lastStampS, byS, synchronised };
    const verdict = atStart(this.#saved, seen);
    if (verdict === 'begin') return this.#begin(offsetS, firstSteadyS, synchronised);
    if (verdict === 'own time') return this.#beginOwn(offsetS, firstSteadyS);
    if (verdict === 'move') return this.#move(this.#saved!, byS, told.movedAtStart(byS));
    return this.#wait(wallS, verdict);
  }

  /** Begins this start's first segment, or continues the previous start's. */
  #begin(offsetS: number, firstSteadyS: number, synchronised: boolean | null): ClockStep<T>[] {
    const firstS = Math.max(firstSteadyS + offsetS, this.#lastStampS + MS);
    const leapt = isLeap(firstS - this.#lastStampS);
    const saved = this.#saved;
    const goesOn = saved !== null && !saved.confirmed && !leapt;
    const held = this.#held.length;
    const confirmed = synchronised === true;
    this.#segment = goesOn
      ? { ...saved, offsetS, wallOffsetS: offsetS, boot: this.#boot }
      : { fromS: firstS, offsetS, wallOffsetS: offsetS, boot: this.#boot, leapt, confirmed };
    if (!goesOn) this.#endBeforeS = this.#lastStampS;
    const steps: ClockStep<T>[] = [{ kind: goesOn ? 'note' : 'begin', segment: { ...this.#segment } }];
    steps.push(...this.#storeHeld(offsetS));
    if (held > 1) steps.push({ kind: 'tell', event: told.released(held - 1, this.#lastStampS - firstS) });
    return steps;
  }

  /** The clock is behind the record and nothing says by how much: the series goes on where it ended. */
  #beginOwn(wallOffsetS: number, firstSteadyS: number): ClockStep<T>[] {
    const empty = this.#lastStampS === Number.NEGATIVE_INFINITY;
    const firstS = empty ? firstSteadyS + wallOffsetS : this.#lastStampS + 1;
    const offsetS = firstS - firstSteadyS;
    this.#endBeforeS = this.#lastStampS;
    this.#segment = { fromS: firstS, offsetS, wallOffsetS, boot: this.#boot, leapt: empty, confirmed: false };
    const steps: ClockStep<T>[] = [{ kind: 'begin', segment: { ...this.#segment } }, ...this.#storeHeld(offsetS)];
    const aheadS = offsetS - wallOffsetS;
    if (hasJumped(aheadS, 0)) steps.push({ kind: 'tell', event: told.ownTime(aheadS) });
    return steps;
  }

  #afterJump(segment: Segment, offsetS: number, steadyS: number): ClockStep<T>[] {
    const { firstSteadyS } = this.#held;
    const waited = this.#held.length - 1;
    const [wallS, heldS, byS] = [steadyS + offsetS, steadyS - firstSteadyS, offsetS - segment.offsetS];
    const ageS = this.#lastStampS - segment.fromS;
    const held = this.#held.length;
    const verdict = afterJump(segment, { wallS, held, heldS, endBeforeS: this.#endBeforeS, byS, ageS });
    switch (verdict) {
      case 'move':
        this.#staleSync ||= segment.confirmed;
        return this.#move(segment, byS, told.moved(byS, waited));
      case 'gap':
        return this.#gap(byS, offsetS, firstSteadyS);
      case 'back': {
        const steps = this.#storeHeld(segment.offsetS);
        if (waited > 0) steps.push({ kind: 'tell', event: told.released(waited, heldS) });
        return steps;
      }
      case 'slowed':
        return [...this.#storeHeld(segment.offsetS), { kind: 'tell', event: told.slowed(byS) }];
      case 'own time':
        return [...this.#storeHeld(segment.offsetS), { kind: 'tell', event: told.ownTime(-byS) }];
      default:
        return this.#wait(wallS, verdict);
    }
  }

  /** Goes on with a segment where this clock places it. What had vouched for it was wrong. */
  #move(segment: Segment, byS: number, event: ClockEvent): ClockStep<T>[] {
    const fromS = segment.fromS + byS;
    const offsetS = this.#wallOffsetS!;
    const leapt = isLeap(fromS - this.#endBeforeS);
    this.#segment = { fromS, offsetS, wallOffsetS: offsetS, boot: this.#boot, leapt, confirmed: false };
    this.#lastStampS += byS;
    this.#agreeAnew(this.#segment);
    const early = this.#leaveEarly(byS);
    const stored = this.#storeHeld(offsetS);
    return [...early, { kind: 'move', byS, event }, { kind: 'note', segment: { ...this.#segment } }, ...stored];
  }

  /** A clock that was vouched for stands later than it should: time has passed unseen, or it is wrong now. */
  #gap(byS: number, offsetS: number, firstSteadyS: number): ClockStep<T>[] {
    const event = told.gap(byS);
    if (byS <= TRIFLE_S) return [...this.#storeHeld(offsetS), { kind: 'tell', event }];
    this.#endBeforeS = this.#lastStampS;
    const fromS = firstSteadyS + offsetS;
    const leapt = isLeap(byS);
    this.#segment = { fromS, offsetS, wallOffsetS: offsetS, boot: this.#boot, leapt, confirmed: false };
    this.#staleSync = true;
    return [{ kind: 'begin', segment: { ...this.#segment } }, ...this.#storeHeld(offsetS), { kind: 'tell', event }];
  }

  #wait(wallS: number, why: Unbelieved): ClockStep<T>[] {
    if (this.#held.length > 1) return [];
    const offsetS = this.#wallOffsetS!;
    this.#early.hold(offsetS);
    const doubt = this.#doubt(offsetS);
    const lastS = Number.isFinite(this.#lastStampS) ? this.#lastStampS : null;
    const fromTheStart = !this.#early.stored;
    const byS = fromTheStart ? 0 : offsetS - this.#segment!.offsetS;
    return [
      { kind: 'doubt', doubt, fromTheStart, byS },
      { kind: 'tell', event: told.holding(wallS, why, lastS) },
    ];
  }

  /** All that is held, stamped by its age. Never two samples with one stamp, never one before its predecessor. */
  #storeHeld(offsetS: number): ClockStep<T>[] {
    const byS = this.#early.settle(offsetS);
    const doubt = { boot: this.#boot, offsetS, goesOnS: offsetS };
    const restamp: ClockStep<T>[] = hasJumped(byS, 0) ? [{ kind: 'restamp', byS, doubt }] : [];
    const { samples, stamps, lastStampS, lastSteadyS } = this.#held.take(offsetS, this.#lastStampS);
    this.#lastStampS = lastStampS;
    this.#lastSteadyS = lastSteadyS;
    if (this.#segment) this.#segment.offsetS = lastStampS - lastSteadyS;
    if (samples.length > 1) return [...restamp, { kind: 'release', samples, stamps }];
    return [...restamp, { kind: 'store', sample: samples[0]!, tS: stamps[0]! }];
  }

  /** Steps that restamp earlier events as if the clock had always shown this. */
  #restampHeld(offsetS: number): ClockStep<T>[] {
    const byS = this.#early.setWhileHeld(offsetS);
    return byS === 0 ? [] : [{ kind: 'restamp', byS, doubt: this.#doubt(offsetS) }];
  }

  /**
   * Steps that keep early events and labels where they are: the new clock has stamped them, or they have been restamped, and they must
   * not move with what the old clock stamped.
   */
  #leaveEarly(byS: number): ClockStep<T>[] {
    if (!this.#early.isApart) return [];
    return [{ kind: 'restamp', byS: -byS, doubt: this.#doubt(this.#early.beforeMove(byS)) }];
  }

  /** Confidence of timestamps now, and after an orderly stop. */
  #doubt(offsetS: number): Doubt {
    const own = Number.isFinite(this.#lastStampS) ? this.#lastStampS + 1 - this.#held.firstSteadyS : null;
    return { boot: this.#boot, offsetS, goesOnS: this.#segment?.offsetS ?? own };
  }

  #vouch(segment: Segment, synchronised: boolean | null): ClockStep<T>[] {
    if (synchronised !== true) this.#staleSync = false;
    if (segment.confirmed) return [];
    const networkTime = synchronised === true && !this.#staleSync;
    const agreesS = this.#lastStampS - Math.max(segment.fromS, this.#agreesFromS);
    if (!isBelieved(segment, agreesS, networkTime)) return [];
    segment.confirmed = true;
    return [{ kind: 'confirm' }];
  }

  /** An unconfirmed segment that is old enough to be believed has been set: its clock has to agree for as long once more. */
  #agreeAnew(segment: Segment, sinceS: number | null = null): void {
    if (hasAgreed(segment, this.#lastStampS - segment.fromS)) this.#agreesFromS = sinceS ?? this.#lastStampS;
  }

  /** Lead of the timestamps over the wall clock. */
  get #aheadS(): number {
    return this.#segment === null ? 0 : this.#segment.offsetS - this.#wallOffsetS!;
  }

  /** Since the last sample that has its time. */
  #passedS(steadyS: number): number {
    return Math.max(0, steadyS - this.#lastSteadyS);
  }
}
