import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const methods: Words['methods'] = {
  methods: {
    intro: 'Hvordan hvert tal bliver til. Skrevet af stationen efter dens gældende indstillinger.',
    limits: 'Hvad denne station ikke kan',
    failure: 'Hvor det svigter:',
    takes: 'tager',
    gives: 'giver',
    leadsTo: 'så',
    features: (n) => plural(n, { one: `${n} træk`, other: `${n} træk` }),
    glossary: 'Ord',
  },
};
