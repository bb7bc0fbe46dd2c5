import type { Words } from '../words.ts';

export const modelsInCommon: Words['models-in-common'] = {
  members: { learned: 'geleerd', climatology: 'klimatologie', persistence: 'blijft zo' },
  horizons: { 900: '15 min', 3600: '1 u', 10800: '3 u', 21600: '6 u', 43200: '12 u', 86400: '24 u' },
  inside: {
    target: 'Grootheid',
    horizon: 'Vooruit',
    weights: 'Delen',
    held: 'Band hield',
    updates: 'Lessen',
    halfwidth: 'Halve band',
    k: 'CPU-warmte, k',
    offset: 'Vochtcorrectie',
    knownDays: 'Dagen bekend',
  },
};
