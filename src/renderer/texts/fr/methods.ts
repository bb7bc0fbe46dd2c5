import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const methods: Words['methods'] = {
  methods: {
    intro: 'Comment chaque chiffre se forme. Écrit par la station d’après ses réglages en vigueur.',
    limits: 'Ce que cette station ne sait pas faire',
    failure: 'Où elle échoue :',
    takes: 'prend',
    gives: 'donne',
    leadsTo: 'puis',
    features: (n) => plural(n, { one: `${n} grandeur`, other: `${n} grandeurs` }),
    glossary: 'Mots',
  },
};
