import type { Guessed, Unbelieved } from '../en/clock.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, span } from './tongue.ts';

const way = (byS: number): string => `de ${span(byS)} en ${byS > 0 ? 'avant' : 'arrière'}`;

const HOW: Record<Guessed, string> = {
  none: 'Leur heure viendra avec les prochaines mesures.',
  'by the samples before':
    'L’ordinateur a redémarré depuis ; elles se règlent donc sur les mesures d’avant, et leur heure peut être plus ou moins fausse.',
  'before this start': 'L’ordinateur a redémarré depuis ; il est seulement sûr qu’elles datent d’avant ce démarrage.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'n’a pas encore été mise à l’heure',
  behind: 'retarde sur la dernière mesure gardée',
};

export const clock = {
  'clock.taken-up': ({ count: n, guessed }) =>
    `${count(n, { one: '# entrée a été faite', other: '# entrées ont été faites' })} sous une horloge encore peu sûre quand le programme a été coupé. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }) =>
    `L’horloge indique ${moment(clockTs)} et ${WHY[why]}. Les mesures sont retenues et recevront leur heure quand elle sera réglée.`,
  'clock.released': ({ held, spanS, givenUp }) =>
    `L’horloge est maintenant sûre : ${count(held, { one: '# mesure retenue a reçu son heure', other: '# mesures retenues ont reçu leur heure' })}, sur ${span(spanS)}.${
      givenUp > 0
        ? ` ${count(givenUp, { one: '# plus ancienne a dû être abandonnée', other: '# plus anciennes ont dû être abandonnées' })}.`
        : ''
    }`,
  'clock.moved': ({ byS, held }) =>
    `L’horloge a sauté ${way(byS)}. Ce qui en portait l’heure a suivi, et rien d’autre.${
      held > 0
        ? ` ${count(held, { one: '# mesure retenue a reçu son heure', other: '# mesures retenues ont reçu leur heure' })}.`
        : ''
    }`,
  'clock.moved-at-start': ({ byS }) =>
    `Les dernières mesures avant ce démarrage portaient l’heure d’une horloge en avance : elles ont été décalées ${way(byS)}, jusqu’à l’instant qui le précède.`,
  'clock.gap': ({ byS }) => `L’horloge a sauté ${way(byS)}. La série a une lacune à cet endroit.`,
  'clock.slowed': ({ byS }) =>
    `L’horloge a été décalée ${way(byS)}. Les heures suivent le temps écoulé jusqu’à ce qu’elle l’ait rattrapé.`,
  'clock.own-time': ({ aheadS }) =>
    `L’horloge retarde de ${span(aheadS)} sur les dernières mesures. La série suit le temps écoulé et se décalera quand l’horloge sera réglée.`,
} satisfies Partial<Sentences>;
