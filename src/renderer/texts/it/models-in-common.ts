import type { Words } from '../words.ts';

export const modelsInCommon: Words['models-in-common'] = {
  members: { learned: 'appreso', climatology: 'climatologia', persistence: 'nulla cambia' },
  horizons: { 900: '15 min', 3600: '1 h', 10800: '3 h', 21600: '6 h', 43200: '12 h', 86400: '24 h' },
  inside: {
    target: 'Grandezza',
    horizon: 'Tra',
    weights: 'Membri',
    held: 'Banda',
    updates: 'Lezioni',
    halfwidth: 'Mezza banda',
    k: 'Calore della CPU, k',
    offset: 'Scarto di umidità',
    knownDays: 'Giorni noti',
  },
};
