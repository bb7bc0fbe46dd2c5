import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { EARLIEST_S } from '../../store/clock-repair/doubtful-stamps.ts';
import type { Segment } from './steps.ts';

/** Steps of network time below this are left to themselves; a sample then only keeps its place after the one before. */
export const JUMP_S = 2;
/** Network time may slew the clock by so much of the time that passed. */
const SLEW = 5e-4;
/** A clock that stands ahead by no more is slowed down until the wall has caught up: nothing moves, nothing is out of order. */
export const SMALL_S = 600;
/** Steps that are not worth moving a morning for, once a morning is there. */
export const TRIFLE_S = 60;
const MORNING_S = 900;
/** A restart that leaves a longer gap than this in the record may have begun with a clock that ran ahead. */
const LEAP_S = DAY_S;
/** Time of agreement with steady time before a clock is trusted without network time; longer after a leap. */
const BELIEVED_AFTER_S = DAY_S;
const LEAP_BELIEVED_AFTER_S = 7 * DAY_S;
/** After so long a plausible clock that nothing sets is not waited for: the station goes on by a time of its own. */
export const PATIENCE_S = 2 * HOUR_S;
/** The same of a clock that was never set. */
const UNSET_PATIENCE_S = DAY_S;
/** Samples held at most, whatever the clock says: a day at two seconds. */
export const HELD_AT_MOST = 43_200;

/** A wall clock that differs by so much from what it should show after `passedS` has been set. */
export const hasJumped = (byS: number, passedS: number): boolean => Math.abs(byS) > JUMP_S + SLEW * passedS;

/** Whether a gap is a leap. An unknown gap is one: an empty record may have begun at any time. */
export const isLeap = (gapS: number): boolean => !(gapS <= LEAP_S);

/** Whether a clock has agreed with steady time for as long as such a segment asks. */
export const hasAgreed = (segment: Segment, agreesS: number): boolean =>
  agreesS >= (segment.leapt ? LEAP_BELIEVED_AFTER_S : BELIEVED_AFTER_S);

/** Whether a segment is trusted: it agrees with steady time long enough, or network time has set its clock. */
export function isBelieved(segment: Segment, agreesS: number, networkTime: boolean): boolean {
  if (Math.abs(segment.offsetS - segment.wallOffsetS) > JUMP_S || segment.fromS < EARLIEST_S) return false;
  return networkTime || hasAgreed(segment, agreesS);
}

/** Reasons to hold samples: the clock was not set, or is behind the record. */
export type Unbelieved = 'not set' | 'behind';

interface Seen {
  /** Wall-clock time. */
  wallS: number;
  /** Number of waiting samples, and the age of the oldest. */
  held: number;
  heldS: number;
  /** The last sample before the segment. */
  endBeforeS: number;
}

interface SeenAtStart extends Seen {
  /** The oldest sample by this clock. */
  firstS: number;
  /** The newest sample of the record. */
  lastStampS: number;
  /** From there to just before the oldest that waits. */
  byS: number;
  synchronised: boolean | null;
}

/** Verdict at a start, before a sample has its time: begin by this clock, move the stored rows, go on by the series' own time, or wait. */
export function atStart(saved: Segment | null, seen: SeenAtStart): Unbelieved | 'begin' | 'move' | 'own time' {
  const { wallS, held, heldS, endBeforeS, firstS, lastStampS, byS, synchronised } = seen;
  if (wallS < EARLIEST_S) return hasWaited(held, heldS, UNSET_PATIENCE_S) ? 'own time' : 'not set';
  if (firstS > lastStampS - JUMP_S) return 'begin';
  const waited = hasWaited(held, heldS, PATIENCE_S);
  const leapt = isDisproved(saved, byS) && Number.isFinite(endBeforeS);
  const doubtful = saved !== null && (leapt || synchronised === true || (waited && !saved.confirmed));
  // The stored segment leapt ahead of the record, or was never confirmed; this clock agrees with the record before it.
  if (doubtful && saved.fromS + byS > endBeforeS) return 'move';
  return waited || lastStampS - firstS <= SMALL_S ? 'own time' : 'behind';
}

/** The clock was set by `byS` while this segment ran, or is still another than the segment's. */
export function afterJump(
  segment: Segment,
  { wallS, held, heldS, endBeforeS, byS, ageS }: Seen & { byS: number; ageS: number },
): Unbelieved | 'back' | 'gap' | 'move' | 'slowed' | 'own time' {
  if (wallS < EARLIEST_S) return hasWaited(held, heldS, UNSET_PATIENCE_S) ? 'back' : 'not set';
  if (!hasJumped(byS, heldS)) return 'back';
  const trifle = Math.abs(byS) <= TRIFLE_S && ageS > MORNING_S;
  if (byS > 0) return segment.confirmed || trifle ? 'gap' : 'move';
  const fits = segment.fromS + byS > endBeforeS;
  if (fits && !trifle && (!segment.confirmed || isDisproved(segment, byS))) return 'move';
  if (-byS <= SMALL_S) return 'slowed';
  return hasWaited(held, heldS, PATIENCE_S) ? 'own time' : 'behind';
}

/** Whether a clock that stands `byS` from a segment disproves its leap, whatever vouched for it: one that is merely late does not. */
const isDisproved = (segment: Segment | null, byS: number): boolean => segment?.leapt === true && isLeap(-byS);

const hasWaited = (held: number, heldS: number, patienceS: number): boolean =>
  held > HELD_AT_MOST || heldS >= patienceS;
