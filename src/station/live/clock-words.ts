import { DAY_S, HOUR_S } from '../../durations.ts';
import type { TakenUp } from '../store/said.ts';

/** What the clock did, in a sentence for the user. */
export interface ClockEvent {
  severity: 'info' | 'warn';
  detail: string;
  data: Record<string, unknown>;
}

const span = (seconds: number): string => {
  const s = Math.abs(seconds);
  if (s < 120) return `${Math.round(s)} s`;
  return s < 7200
    ? `${Math.round(s / 60)} min`
    : s < 172_800
      ? `${(s / HOUR_S).toFixed(1)} h`
      : `${Math.round(s / DAY_S)} days`;
};
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
const way = (byS: number): string => `${byS > 0 ? 'forward' : 'back'} by ${span(byS)}`;

const HOW: Record<TakenUp['guessed'], string> = {
  none: 'They get their time with the next samples.',
  'by the samples before':
    'The machine was restarted since, so they go by the samples before them: the clock may have been wrong by more or less.',
  'before this start': 'The machine was restarted since, so all that is known is that they came before this start.',
};

export const told = {
  takenUp: ({ count, guessed }: TakenUp): ClockEvent => ({
    severity: guessed === 'none' ? 'info' : 'warn',
    detail: `${count} entries were made under a clock that was not believed when the program was cut off. ${HOW[guessed]}`,
    data: { entries: count, guessed },
  }),
  holding: (wallS: number, why: string, lastS: number | null): ClockEvent => ({
    severity: 'warn',
    detail: `The clock shows ${new Date(wallS * 1000).toISOString()} and ${why}. Samples are held and get their time when it is set.`,
    data: { clock_ts: wallS, last_stored_ts: lastS },
  }),
  released: (held: number, spanS: number, givenUp: number): ClockEvent => ({
    severity: givenUp > 0 ? 'warn' : 'info',
    detail: `The clock is trusted now: ${held} held samples of ${span(spanS)} got their time.${
      givenUp > 0 ? ` ${givenUp} older ones had to be given up.` : ''
    }`,
    data: { held, given_up: givenUp },
  }),
  moved: (byS: number, held: number): ClockEvent => ({
    severity: 'info',
    detail: `The clock jumped ${way(byS)}. What was stamped by it moved along, and nothing else.${
      held > 0 ? ` ${held} held samples got their time.` : ''
    }`,
    data: { jump_s: rounded(byS), held },
  }),
  movedAtStart: (byS: number): ClockEvent => ({
    severity: 'warn',
    detail: `The last samples before this start were stamped by a clock that ran ahead: they moved ${way(byS)}, to just before it.`,
    data: { jump_s: rounded(byS) },
  }),
  gap: (byS: number): ClockEvent => ({
    severity: 'warn',
    detail: `The clock jumped ${way(byS)}. The series has a gap there.`,
    data: { jump_s: rounded(byS) },
  }),
  slowed: (byS: number): ClockEvent => ({
    severity: 'info',
    detail: `The clock was set ${way(byS)}. Stamps go on by the time that passes until it has caught up.`,
    data: { jump_s: rounded(byS) },
  }),
  ownTime: (aheadS: number): ClockEvent => ({
    severity: 'warn',
    detail: `The clock is ${span(aheadS)} behind the newest samples. The series goes on by the time that passes and moves when the clock is set.`,
    data: { behind_s: rounded(aheadS) },
  }),
};
