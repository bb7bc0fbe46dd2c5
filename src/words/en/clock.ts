import { count, span } from './figures.ts';

const way = (byS: number): string => `${byS > 0 ? 'forward' : 'back'} by ${span(byS)}`;

export type Guessed = 'none' | 'by the samples before' | 'before this start';
export type Unbelieved = 'not set' | 'behind';

const HOW: Record<Guessed, string> = {
  none: 'They get their time with the next readings.',
  'by the samples before': 'The computer has restarted since, so their time is estimated from earlier readings.',
  'before this start': 'The computer has restarted since, so they are placed just before this start.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'has not been set yet',
  behind: 'is behind the newest stored reading',
};

/** What the clock did, and what became of the samples. */
export const clock = {
  'clock.taken-up': ({ count: entries, guessed }: { count: number; guessed: Guessed }) =>
    `${count(entries, 'entry', 'entries')} had no reliable time when the program was cut off. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }: { clockTs: number; why: Unbelieved }) =>
    `The clock shows ${new Date(clockTs * 1000).toISOString()} and ${WHY[why]}. Readings wait and get their time when it is set.`,
  'clock.released': ({ held, spanS, givenUp }: { held: number; spanS: number; givenUp: number }) =>
    `The clock is reliable now: ${count(held, 'waiting reading')} from ${span(spanS)} got their time.${
      givenUp > 0 ? ` ${count(givenUp, 'older reading')} had to be dropped.` : ''
    }`,
  'clock.moved': ({ byS, held }: { byS: number; held: number }) =>
    `The clock jumped ${way(byS)}. Readings with its time were moved along.${
      held > 0 ? ` ${count(held, 'waiting reading')} got their time.` : ''
    }`,
  'clock.moved-at-start': ({ byS }: { byS: number }) =>
    `The clock ran ahead before this start. Its last readings were moved ${way(byS)}.`,
  'clock.gap': ({ byS }: { byS: number }) => `The clock jumped ${way(byS)}. The history has a gap there.`,
  'clock.slowed': ({ byS }: { byS: number }) =>
    `The clock was set ${way(byS)}. The history runs on its own time until the clock catches up.`,
  'clock.own-time': ({ aheadS }: { aheadS: number }) =>
    `The clock is ${span(aheadS)} behind the newest readings. The history runs on its own time until the clock is set.`,
};
