import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const methods: Words['methods'] = {
  methods: {
    intro: 'Wie jede Zahl entsteht. Von der Station aus ihren geltenden Einstellungen geschrieben.',
    limits: 'Was diese Station nicht kann',
    failure: 'Wo es versagt:',
    takes: 'nimmt',
    gives: 'gibt',
    leadsTo: 'dann',
    features: (n) => plural(n, { one: `${n} Merkmal`, other: `${n} Merkmale` }),
    glossary: 'Begriffe',
  },
};
