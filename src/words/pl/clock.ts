import type { Guessed, Unbelieved } from '../en/clock.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, span } from './tongue.ts';

const way = (byS: number): string => `o ${span(byS)} ${byS > 0 ? 'do przodu' : 'do tyłu'}`;
const HELD = {
  one: '# wstrzymany pomiar dostał',
  few: '# wstrzymane pomiary dostały',
  many: '# wstrzymanych pomiarów dostało',
  other: '# wstrzymanego pomiaru dostało',
};

const HOW: Record<Guessed, string> = {
  none: 'Czas dostaną z następnymi pomiarami.',
  'by the samples before':
    'Od tego czasu komputer uruchomiono ponownie, więc liczą się pomiary sprzed nich: zegar mógł się mylić bardziej lub mniej.',
  'before this start': 'Od tego czasu komputer uruchomiono ponownie; wiadomo tylko, że są sprzed tego startu.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'nie jest jeszcze ustawiony',
  behind: 'spóźnia się względem najnowszego zapisanego pomiaru',
};

export const clock = {
  'clock.taken-up': ({ count: n, guessed }) =>
    `${count(n, { one: '# wpis powstał', few: '# wpisy powstały', many: '# wpisów powstało', other: '# wpisu powstało' })} według niewiarygodnego zegara, gdy program został przerwany. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }) =>
    `Zegar pokazuje ${moment(clockTs)} i ${WHY[why]}. Pomiary są wstrzymane i dostaną czas, gdy zostanie ustawiony.`,
  'clock.released': ({ held, spanS, givenUp }) =>
    `Zegar jest już wiarygodny: ${count(held, HELD)} swój czas (${span(spanS)}).${
      givenUp > 0
        ? ` Porzucono ${count(givenUp, { one: '# starszy', few: '# starsze', many: '# starszych', other: '# starszego' })}.`
        : ''
    }`,
  'clock.moved': ({ byS, held }) =>
    `Zegar przeskoczył ${way(byS)}. Przesunęło się to, co miało jego czas, i nic więcej.${
      held > 0 ? ` ${count(held, HELD)} swój czas.` : ''
    }`,
  'clock.moved-at-start': ({ byS }) =>
    `Ostatnie pomiary przed tym startem miały czas zegara, który się spieszył: przesunięto je ${way(byS)}, tuż przed start.`,
  'clock.gap': ({ byS }) => `Zegar przeskoczył ${way(byS)}. W tym miejscu jest luka.`,
  'clock.slowed': ({ byS }) => `Zegar przestawiono ${way(byS)}. Znaczniki idą za upływem czasu, aż zegar je dogoni.`,
  'clock.own-time': ({ aheadS }) =>
    `Zegar jest ${span(aheadS)} za najnowszymi pomiarami. Szereg idzie za upływem czasu i przesunie się, gdy zegar zostanie ustawiony.`,
} satisfies Partial<Sentences>;
