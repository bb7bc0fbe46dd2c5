import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const methods: Words['methods'] = {
  methods: {
    intro: 'Come nasce ogni numero. Scritto dalla stazione secondo le sue impostazioni in vigore.',
    limits: 'Che cosa questa stazione non sa fare',
    failure: 'Dove fallisce:',
    takes: 'prende',
    gives: 'dà',
    leadsTo: 'poi',
    features: (n) => plural(n, { one: `${n} tratto`, other: `${n} tratti` }),
    glossary: 'Parole',
  },
};
