import { inLanguage } from './in-language.ts';
import { t as shared } from './page.ts';

export const en = {
  methods: {
    intro: 'How every number comes about. Written by the station from its running settings.',
    limits: 'What this station cannot do',
    failure: 'Where it fails:',
    takes: 'takes',
    gives: 'gives',
    leadsTo: 'then',
    features: (n: number) => `${n} features`,
    glossary: 'Words',
  },
};

export const t = { ...shared, ...inLanguage('methods', en) };
