import { span } from './span.ts';

const way = (byS: number): string => `${byS > 0 ? 'forward' : 'back'} by ${span(byS)}`;

export type Guessed = 'none' | 'by the samples before' | 'before this start';
export type Unbelieved = 'not set' | 'behind';

const HOW: Record<Guessed, string> = {
  none: 'They get their time with the next samples.',
  'by the samples before':
    'The machine was restarted since, so they go by the samples before them: the clock may have been wrong by more or less.',
  'before this start': 'The machine was restarted since, so all that is known is that they came before this start.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'has not been set yet',
  behind: 'is behind the newest stored sample',
};

/** What the clock did, and what became of the samples. */
export const clock = {
  'clock.taken-up': ({ count, guessed }: { count: number; guessed: Guessed }) =>
    `${count} entries were made under a clock that was not believed when the program was cut off. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }: { clockTs: number; why: Unbelieved }) =>
    `The clock shows ${new Date(clockTs * 1000).toISOString()} and ${WHY[why]}. Samples are held and get their time when it is set.`,
  'clock.released': ({ held, spanS, givenUp }: { held: number; spanS: number; givenUp: number }) =>
    `The clock is trusted now: ${held} held samples of ${span(spanS)} got their time.${
      givenUp > 0 ? ` ${givenUp} older ones had to be given up.` : ''
    }`,
  'clock.moved': ({ byS, held }: { byS: number; held: number }) =>
    `The clock jumped ${way(byS)}. What was stamped by it moved along, and nothing else.${
      held > 0 ? ` ${held} held samples got their time.` : ''
    }`,
  'clock.moved-at-start': ({ byS }: { byS: number }) =>
    `The last samples before this start were stamped by a clock that ran ahead: they moved ${way(byS)}, to just before it.`,
  'clock.gap': ({ byS }: { byS: number }) => `The clock jumped ${way(byS)}. The series has a gap there.`,
  'clock.slowed': ({ byS }: { byS: number }) =>
    `The clock was set ${way(byS)}. Stamps go on by the time that passes until it has caught up.`,
  'clock.own-time': ({ aheadS }: { aheadS: number }) =>
    `The clock is ${span(aheadS)} behind the newest samples. The series goes on by the time that passes and moves when the clock is set.`,
};
