import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const methods: Words['methods'] = {
  methods: {
    intro: 'Cómo nace cada número. Escrito por la estación según sus ajustes vigentes.',
    limits: 'Lo que esta estación no puede hacer',
    failure: 'Dónde falla:',
    takes: 'toma',
    gives: 'da',
    leadsTo: 'luego',
    features: (n) => plural(n, { one: `${n} rasgo`, other: `${n} rasgos` }),
    glossary: 'Palabras',
  },
};
