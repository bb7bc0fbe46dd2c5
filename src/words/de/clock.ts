import type { Guessed, Unbelieved } from '../en/clock.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, span } from './tongue.ts';

const way = (byS: number): string => `um ${span(byS)} ${byS > 0 ? 'vor' : 'zurück'}`;

const HOW: Record<Guessed, string> = {
  none: 'Ihre Zeit bekommen sie mit den nächsten Messwerten.',
  'by the samples before':
    'Seither wurde der Rechner neu gestartet, sie richten sich also nach den Messwerten davor: Die Uhr kann mehr oder weniger falsch gegangen sein.',
  'before this start': 'Seither wurde der Rechner neu gestartet; sicher ist nur, dass sie von vor diesem Start sind.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'ist noch nicht gestellt',
  behind: 'geht hinter dem neuesten gespeicherten Messwert',
};

export const clock = {
  'clock.taken-up': ({ count: n, guessed }) =>
    `${count(n, { one: '# Eintrag entstand', other: '# Einträge entstanden' })} unter einer Uhr, der nicht zu trauen war, als das Programm abbrach. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }) =>
    `Die Uhr zeigt ${moment(clockTs)} und ${WHY[why]}. Messwerte werden zurückgehalten und bekommen ihre Zeit, sobald sie gestellt ist.`,
  'clock.released': ({ held, spanS, givenUp }) =>
    `Der Uhr ist jetzt zu trauen: ${count(held, { one: '# zurückgehaltener Messwert hat', other: '# zurückgehaltene Messwerte haben' })} jetzt die richtige Zeit (aus ${span(spanS)}).${
      givenUp > 0 ? ` ${count(givenUp, { one: '# älterer musste', other: '# ältere mussten' })} aufgegeben werden.` : ''
    }`,
  'clock.moved': ({ byS, held }) =>
    `Die Uhr sprang ${way(byS)}. Was nach ihr gestempelt war, rückte mit, sonst nichts.${
      held > 0
        ? ` ${count(held, { one: '# zurückgehaltener Messwert hat seine', other: '# zurückgehaltene Messwerte haben ihre' })} Zeit.`
        : ''
    }`,
  'clock.moved-at-start': ({ byS }) =>
    `Die letzten Messwerte vor diesem Start waren nach einer Uhr gestempelt, die vorging: Sie rückten ${way(byS)}, bis kurz davor.`,
  'clock.gap': ({ byS }) => `Die Uhr sprang ${way(byS)}. Die Reihe hat dort eine Lücke.`,
  'clock.slowed': ({ byS }) =>
    `Die Uhr wurde ${way(byS)} gestellt. Die Stempel folgen der verstrichenen Zeit, bis sie aufgeholt hat.`,
  'clock.own-time': ({ aheadS }) =>
    `Die Uhr liegt ${span(aheadS)} hinter den neuesten Messwerten. Die Reihe folgt der verstrichenen Zeit und rückt, sobald die Uhr gestellt ist.`,
} satisfies Partial<Sentences>;
