import type { Guessed, Unbelieved } from '../en/clock.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, span } from './tongue.ts';

const way = (byS: number): string => `${span(byS)} hacia ${byS > 0 ? 'delante' : 'atrás'}`;

const HOW: Record<Guessed, string> = {
  none: 'Recibirán su hora con las próximas medidas.',
  'by the samples before':
    'Desde entonces el ordenador arrancó de nuevo, así que se guían por las medidas anteriores, y su hora puede ser más o menos errónea.',
  'before this start':
    'Desde entonces el ordenador arrancó de nuevo; lo único seguro es que son anteriores a este arranque.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'aún no se ha puesto en hora',
  behind: 'va por detrás de la última medida guardada',
};
const HELD = { one: '# medida retenida recibió su hora', other: '# medidas retenidas recibieron su hora' };

export const clock = {
  'clock.taken-up': ({ count: n, guessed }) =>
    `${count(n, { one: '# entrada se hizo', other: '# entradas se hicieron' })} con un reloj aún poco fiable cuando el programa se cortó. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }) =>
    `El reloj marca ${moment(clockTs)} y ${WHY[why]}. Las medidas se retienen y reciben su hora cuando se ponga en hora.`,
  'clock.released': ({ held, spanS, givenUp }) =>
    `El reloj ya es fiable: ${count(held, HELD)}, a lo largo de ${span(spanS)}.${
      givenUp > 0 ? ` Hubo que renunciar a ${count(givenUp, { one: '# más antigua', other: '# más antiguas' })}.` : ''
    }`,
  'clock.moved': ({ byS, held }) =>
    `El reloj saltó ${way(byS)}. Lo que llevaba su hora se movió con él, y nada más.${
      held > 0 ? ` ${count(held, HELD)}.` : ''
    }`,
  'clock.moved-at-start': ({ byS }) =>
    `Las últimas medidas antes de este arranque llevaban la hora de un reloj adelantado: se movieron ${way(byS)}, hasta justo antes de él.`,
  'clock.gap': ({ byS }) => `El reloj saltó ${way(byS)}. La serie tiene ahí un hueco.`,
  'clock.slowed': ({ byS }) =>
    `El reloj se movió ${way(byS)}. Las horas siguen el tiempo transcurrido hasta que el reloj lo alcance.`,
  'clock.own-time': ({ aheadS }) =>
    `El reloj va ${span(aheadS)} por detrás de las últimas medidas. La serie sigue el tiempo transcurrido y se moverá cuando el reloj se ponga en hora.`,
} satisfies Partial<Sentences>;
