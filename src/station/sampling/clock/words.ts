import { choice, type Sentence, sentence, wayOf } from '../../../words/sentence.ts';
import type { UnfinishedMove } from '../../store/clock-repair/clock-segments.ts';
import type { TakenUp } from '../../store/clock-repair/doubtful-stamps.ts';

export interface ClockEvent extends Sentence {
  severity: 'info' | 'warn';
  data: Record<string, unknown>;
}

/** Move of all samples of a segment, stored and waiting, by `byS`; the event is told when all stored ones are there. */
export interface ClockMove {
  byS: number;
  event: ClockEvent;
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

type Jump = 'clock.moved-at-start' | 'clock.gap' | 'clock.slowed';
const jumped = (code: Jump, severity: ClockEvent['severity'], byS: number): ClockEvent => ({
  severity,
  ...sentence(code, { way: wayOf(byS), byS }),
  data: { jump_s: rounded(byS) },
});

export const told = {
  takenUp: ({ count, guessed }: TakenUp): ClockEvent => ({
    severity: guessed === 'none' ? 'info' : 'warn',
    ...sentence('clock.taken-up', { count, guessed: choice(guessed) }),
    data: { entries: count, guessed },
  }),
  holding: (wallS: number, why: 'not set' | 'behind', lastS: number | null): ClockEvent => ({
    severity: 'warn',
    ...sentence('clock.holding', { clockTs: wallS, why: choice(why) }),
    data: { clock_ts: wallS, last_stored_ts: lastS },
  }),
  released: (held: number, spanS: number): ClockEvent => ({
    severity: 'info',
    ...sentence('clock.released', { held, spanS, givenUp: 0 }), // older programs gave samples up
    data: { held },
  }),
  moved: (byS: number, held: number): ClockEvent => ({
    severity: 'info',
    ...sentence('clock.moved', { way: wayOf(byS), byS, held }),
    data: { jump_s: rounded(byS), held },
  }),
  movedAtStart: (byS: number) => jumped('clock.moved-at-start', 'warn', byS),
  gap: (byS: number) => jumped('clock.gap', 'warn', byS),
  slowed: (byS: number) => jumped('clock.slowed', 'info', byS),
  ownTime: (aheadS: number): ClockEvent => ({
    severity: 'warn',
    ...sentence('clock.own-time', { aheadS }),
    data: { behind_s: rounded(aheadS) },
  }),
};

/** Move that an earlier start has begun: nobody knows any more what waited for it. */
export const movedOn = ({ byMs }: UnfinishedMove): ClockMove => ({
  byS: byMs / 1000,
  event: told.moved(byMs / 1000, 0),
});
