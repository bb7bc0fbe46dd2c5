import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const methods: Words['methods'] = {
  methods: {
    intro: 'Hoe elk getal ontstaat. Geschreven door het station naar zijn geldende instellingen.',
    limits: 'Wat dit station niet kan',
    failure: 'Waar het faalt:',
    takes: 'neemt',
    gives: 'geeft',
    leadsTo: 'dan',
    features: (n) => plural(n, { one: `${n} kenmerk`, other: `${n} kenmerken` }),
    glossary: 'Woorden',
  },
};
