import { inLanguage } from './in-language.ts';
import { t as shared } from './page.ts';

export const en = {
  members: { learned: 'learned', climatology: 'climatology', persistence: 'no change' },
  horizons: { 900: '15 min', 3600: '1 h', 10800: '3 h', 21600: '6 h', 43200: '12 h', 86400: '24 h' } as Record<
    number,
    string
  >,
  /** What several views call by the same word. */
  inside: {
    target: 'Quantity',
    horizon: 'Ahead',
    weights: 'Members',
    held: 'In band',
    updates: 'Updates',
    halfwidth: 'Half-width',
    k: 'CPU heat, k',
    offset: 'Humidity offset',
    knownDays: 'Days known',
  },
};

export const t = { ...shared, ...inLanguage('models-in-common', en) };
