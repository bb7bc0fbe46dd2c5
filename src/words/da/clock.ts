import type { Guessed, Unbelieved } from '../en/clock.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, span } from './tongue.ts';

const way = (byS: number): string => `${span(byS)} ${byS > 0 ? 'frem' : 'tilbage'}`;

const HOW: Record<Guessed, string> = {
  none: 'Deres tid får de med de næste målinger.',
  'by the samples before':
    'Maskinen er siden startet igen, så de følger målingerne før dem: uret kan have gået mere eller mindre forkert.',
  'before this start': 'Maskinen er siden startet igen; det eneste sikre er, at de er fra før denne start.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'er ikke stillet endnu',
  behind: 'er bagud for den nyeste gemte måling',
};

export const clock = {
  'clock.taken-up': ({ count: n, guessed }) =>
    `${count(n, { one: '# linje blev skrevet', other: '# linjer blev skrevet' })} under et ur, der ikke var til at stole på, da programmet blev afbrudt. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }) =>
    `Uret viser ${moment(clockTs)} og ${WHY[why]}. Målinger holdes tilbage og får deres tid, når det er stillet.`,
  'clock.released': ({ held, spanS, givenUp }) =>
    `Uret er nu til at stole på: ${count(held, { one: `# tilbageholdt måling over ${span(spanS)} har`, other: `# tilbageholdte målinger over ${span(spanS)} har` })} fået tid.${
      givenUp > 0 ? ` ${count(givenUp, { one: '# ældre måtte', other: '# ældre måtte' })} opgives.` : ''
    }`,
  'clock.moved': ({ byS, held }) =>
    `Uret sprang ${way(byS)}. Det, der var stemplet efter det, rykkede med, og intet andet.${
      held > 0
        ? ` ${count(held, { one: '# tilbageholdt måling har', other: '# tilbageholdte målinger har' })} fået tid.`
        : ''
    }`,
  'clock.moved-at-start': ({ byS }) =>
    `De sidste målinger før denne start var stemplet efter et ur, der var foran: de rykkede ${way(byS)}, til lige før den.`,
  'clock.gap': ({ byS }) => `Uret sprang ${way(byS)}. Serien har et hul der.`,
  'clock.slowed': ({ byS }) =>
    `Uret blev stillet ${way(byS)}. Stemplerne følger den tid, der går, til uret har indhentet dem.`,
  'clock.own-time': ({ aheadS }) =>
    `Uret er ${span(aheadS)} bagud for de nyeste målinger. Serien følger den tid, der går, og rykker, når uret er stillet.`,
} satisfies Partial<Sentences>;
