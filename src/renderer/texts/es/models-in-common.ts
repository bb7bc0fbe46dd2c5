import type { Words } from '../words.ts';

export const modelsInCommon: Words['models-in-common'] = {
  members: { learned: 'aprendido', climatology: 'climatología', persistence: 'nada cambia' },
  horizons: { 900: '15 min', 3600: '1 h', 10800: '3 h', 21600: '6 h', 43200: '12 h', 86400: '24 h' },
  inside: {
    target: 'Magnitud',
    horizon: 'Plazo',
    weights: 'Miembros',
    held: 'Banda',
    updates: 'Actualiz.',
    halfwidth: '½ banda',
    k: 'Calor del CPU, k',
    offset: 'Ajuste de humedad',
    knownDays: 'Días conocidos',
  },
};
