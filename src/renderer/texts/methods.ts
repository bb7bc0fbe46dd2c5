import { inLanguage } from './in-language.ts';
import { t as shared } from './page.ts';

export const en = {
  methods: {
    intro: 'How each number is calculated, with the settings in use now.',
    limits: 'Limits of this station',
    failure: 'Weakness:',
    takes: 'takes',
    gives: 'gives',
    leadsTo: 'then',
    features: (n: number) => `${n} features`,
    glossary: 'Glossary',
  },
};

export const t = { ...shared, ...inLanguage('methods', en) };
