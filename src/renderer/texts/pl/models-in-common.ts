import type { Words } from '../words.ts';

export const modelsInCommon: Words['models-in-common'] = {
  members: { learned: 'wyuczone', climatology: 'klimatologia', persistence: 'bez zmian' },
  horizons: { 900: '15 min', 3600: '1 h', 10800: '3 h', 21600: '6 h', 43200: '12 h', 86400: '24 h' },
  inside: {
    target: 'Wielkość',
    horizon: 'Termin',
    weights: 'Udziały',
    held: 'Pasmo objęło',
    updates: 'Lekcje',
    halfwidth: 'Pół pasma',
    k: 'Ciepło CPU, k',
    offset: 'Poprawka wilg.',
    knownDays: 'Znane dni',
  },
};
