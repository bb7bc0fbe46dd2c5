import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const methods: Words['methods'] = {
  methods: {
    intro: 'Jak powstaje każda liczba. Napisane przez stację według jej obecnych ustawień.',
    limits: 'Czego ta stacja nie potrafi',
    failure: 'Gdzie zawodzi:',
    takes: 'bierze',
    gives: 'daje',
    leadsTo: 'potem',
    features: (n) => plural(n, { one: `${n} cecha`, few: `${n} cechy`, many: `${n} cech` }),
    glossary: 'Słowa',
  },
};
