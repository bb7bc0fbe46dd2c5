import type { Words } from '../words.ts';

export const modelsInCommon: Words['models-in-common'] = {
  members: { learned: 'gelernt', climatology: 'Klimatologie', persistence: 'bleibt so' },
  horizons: { 900: '15 min', 3600: '1 h', 10800: '3 h', 21600: '6 h', 43200: '12 h', 86400: '24 h' },
  inside: {
    target: 'Größe',
    horizon: 'Voraus',
    weights: 'Anteile',
    held: 'Band hielt',
    updates: 'Lektionen',
    halfwidth: 'Halbe Breite',
    k: 'CPU-Wärme, k',
    offset: 'Feuchtekorrektur',
    knownDays: 'Bekannte Tage',
  },
};
