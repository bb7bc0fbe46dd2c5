import type { ClockSegment } from '../../store/clock-repair/clock-segments.ts';
import type { Doubt } from '../../store/clock-repair/doubtful-stamps.ts';
import type { ClockEvent, ClockMove } from './words.ts';

/** Wall and steady time of one moment: taken together, before the slow read of the board. */
export interface Moment {
  wallS: number;
  steadyMs: number;
  synchronised: boolean | null;
}

/** Repairs to make, in this order. */
export type ClockStep<T> =
  | { kind: 'store'; sample: T; tS: number }
  /** Many at once, as they were held, and their stamps: a step each would keep the next sample waiting. */
  | { kind: 'release'; samples: readonly T[]; stamps: Float64Array }
  /** From here on samples are stamped by another clock; a move goes back to the present state. */
  | { kind: 'begin'; segment: Omit<ClockSegment, 'id'> }
  /** Step that saves the segment's clock; nothing precedes it. */
  | { kind: 'note'; segment: Omit<ClockSegment, 'id'> }
  | ({ kind: 'move' } & ClockMove)
  | { kind: 'confirm' }
  /** From here on, or since the start, events and labels are stamped by a clock that is not believed: `byS` from the one before. */
  | { kind: 'doubt'; doubt: Doubt; fromTheStart: boolean; byS: number }
  /** Events and labels since then move by so much, and have the state `doubt` until the next sample is stored. */
  | { kind: 'restamp'; byS: number; doubt: Doubt }
  | { kind: 'tell'; event: ClockEvent };

export interface Record {
  /** Time of the newest sample; null for an empty history. */
  newestS: number | null;
  /** The newest segment, and the last sample before it. */
  segment: ClockSegment | null;
  endBeforeS: number | null;
  /** Time of the newest event about the clock: a lead of the stamps began with one. */
  toldS: number | null;
  boot: string;
}

export type Segment = Omit<ClockSegment, 'id'>;
