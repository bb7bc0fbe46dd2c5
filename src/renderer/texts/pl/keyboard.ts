import type { Words } from '../words.ts';

export const keyboard: Words['keyboard'] = {
  keyboard: {
    label: 'Klawiatura',
    open: 'Klawiatura ekranowa',
    done: 'Gotowe',
    space: 'Spacja',
    erase: 'Usuń',
    newLine: 'Nowy wiersz',
    shift: 'Wielkie litery',
    moreSigns: 'Więcej znaków',
    letters: 'Litery',
    symbols: 'Cyfry i znaki',
    accents: 'Litery z akcentami',
    latin: 'Litery łacińskie',
    own: 'Własne litery',
  },
};
