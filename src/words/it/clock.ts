import type { Guessed, Unbelieved } from '../en/clock.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, span } from './tongue.ts';

const way = (byS: number): string => `${byS > 0 ? 'avanti' : 'indietro'} di ${span(byS)}`;

const HOW: Record<Guessed, string> = {
  none: 'Riceveranno la loro ora con le prossime misure.',
  'by the samples before':
    'Da allora il computer è ripartito, perciò seguono le misure precedenti e la loro ora può essere più o meno errata.',
  'before this start': 'Da allora il computer è ripartito; è certo solo che sono anteriori a questo avvio.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'e non è ancora regolato',
  behind: 'ed è indietro rispetto all’ultima misura conservata',
};
const HELD = {
  one: '# misura trattenuta ha ricevuto la sua ora',
  other: '# misure trattenute hanno ricevuto la loro ora',
};

export const clock = {
  'clock.taken-up': ({ count: n, guessed }) =>
    `${count(n, { one: '# voce è nata', other: '# voci sono nate' })} sotto un orologio ancora poco affidabile quando il programma si è interrotto. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }) =>
    `L’orologio segna ${moment(clockTs)} ${WHY[why]}. Le misure sono trattenute e riceveranno la loro ora quando sarà regolato.`,
  'clock.released': ({ held, spanS, givenUp }) =>
    `L’orologio ora è affidabile: ${count(held, HELD)}, nell’arco di ${span(spanS)}.${
      givenUp > 0
        ? ` ${count(givenUp, { one: '# più vecchia è andata persa', other: '# più vecchie sono andate perse' })}.`
        : ''
    }`,
  'clock.moved': ({ byS, held }) =>
    `L’orologio è saltato ${way(byS)}. Ciò che portava la sua ora si è spostato con lui, e nient’altro.${
      held > 0 ? ` ${count(held, HELD)}.` : ''
    }`,
  'clock.moved-at-start': ({ byS }) =>
    `Le ultime misure prima di questo avvio portavano l’ora di un orologio che andava avanti: sono state spostate ${way(byS)}, fino a poco prima dell’avvio.`,
  'clock.gap': ({ byS }) => `L’orologio è saltato ${way(byS)}. Lì la serie ha una lacuna.`,
  'clock.slowed': ({ byS }) =>
    `L’orologio è stato spostato ${way(byS)}. Le ore seguono il tempo trascorso finché l’orologio non lo raggiunge.`,
  'clock.own-time': ({ aheadS }) =>
    `L’orologio è indietro di ${span(aheadS)} rispetto alle ultime misure. La serie segue il tempo trascorso e si sposterà quando l’orologio sarà regolato.`,
} satisfies Partial<Sentences>;
