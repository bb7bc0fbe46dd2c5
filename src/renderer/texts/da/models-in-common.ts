import type { Words } from '../words.ts';

export const modelsInCommon: Words['models-in-common'] = {
  members: { learned: 'lært', climatology: 'klimatologi', persistence: 'uændret' },
  horizons: { 900: '15 min', 3600: '1 t', 10800: '3 t', 21600: '6 t', 43200: '12 t', 86400: '24 t' },
  inside: {
    target: 'Størrelse',
    horizon: 'Frem',
    weights: 'Dele',
    held: 'Bånd holdt',
    updates: 'Lektioner',
    halfwidth: 'Halvt bånd',
    k: 'CPU-varme, k',
    offset: 'Fugtrettelse',
    knownDays: 'Kendte dage',
  },
};
