import type { Guessed, Unbelieved } from '../en/clock.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, span } from './tongue.ts';

const way = (byS: number): string => `${span(byS)} ${byS > 0 ? 'vooruit' : 'terug'}`;

const HOW: Record<Guessed, string> = {
  none: 'Hun tijd krijgen ze met de volgende metingen.',
  'by the samples before':
    'De computer is sindsdien opnieuw gestart, dus volgen ze de metingen ervoor: de klok kan meer of minder verkeerd hebben gelopen.',
  'before this start': 'De computer is sindsdien opnieuw gestart; zeker is alleen dat ze van voor deze start zijn.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'is nog niet gelijkgezet',
  behind: 'loopt achter op de nieuwste bewaarde meting',
};

export const clock = {
  'clock.taken-up': ({ count: n, guessed }) =>
    `${count(n, { one: '# regel is geschreven', other: '# regels zijn geschreven' })} bij een klok die niet te vertrouwen was, toen het programma werd afgebroken. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }) =>
    `De klok staat op ${moment(clockTs)} en ${WHY[why]}. Metingen worden vastgehouden en krijgen hun tijd zodra ze gelijkgezet is.`,
  'clock.released': ({ held, spanS, givenUp }) =>
    `De klok is nu te vertrouwen: ${count(held, { one: `# vastgehouden meting uit ${span(spanS)} heeft haar`, other: `# vastgehouden metingen uit ${span(spanS)} hebben hun` })} tijd gekregen.${
      givenUp > 0 ? ` ${count(givenUp, { one: '# oudere moest', other: '# oudere moesten' })} worden opgegeven.` : ''
    }`,
  'clock.moved': ({ byS, held }) =>
    `De klok sprong ${way(byS)}. Wat naar haar gestempeld was, schoof mee, en verder niets.${
      held > 0
        ? ` ${count(held, { one: '# vastgehouden meting heeft haar', other: '# vastgehouden metingen hebben hun' })} tijd gekregen.`
        : ''
    }`,
  'clock.moved-at-start': ({ byS }) =>
    `De laatste metingen voor deze start waren gestempeld naar een klok die voorliep: ze schoven ${way(byS)}, tot vlak ervoor.`,
  'clock.gap': ({ byS }) => `De klok sprong ${way(byS)}. De reeks heeft daar een gat.`,
  'clock.slowed': ({ byS }) =>
    `De klok is ${way(byS)}gezet. De stempels volgen de verstreken tijd tot de klok ze heeft ingehaald.`,
  'clock.own-time': ({ aheadS }) =>
    `De klok loopt ${span(aheadS)} achter op de nieuwste metingen. De reeks volgt de verstreken tijd en schuift op zodra de klok gelijkgezet is.`,
} satisfies Partial<Sentences>;
