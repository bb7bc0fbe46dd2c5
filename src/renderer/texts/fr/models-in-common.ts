import type { Words } from '../words.ts';

export const modelsInCommon: Words['models-in-common'] = {
  members: { learned: 'appris', climatology: 'climatologie', persistence: 'rien ne change' },
  horizons: { 900: '15 min', 3600: '1 h', 10800: '3 h', 21600: '6 h', 43200: '12 h', 86400: '24 h' },
  inside: {
    target: 'Grandeur',
    horizon: 'Délai',
    weights: 'Membres',
    held: 'Bande',
    updates: 'Leçons',
    halfwidth: 'Demi-bande',
    k: 'Chaleur du CPU, k',
    offset: 'Écart d’humidité',
    knownDays: 'Jours connus',
  },
};
