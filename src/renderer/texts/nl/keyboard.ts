import type { Words } from '../words.ts';

export const keyboard: Words['keyboard'] = {
  keyboard: {
    label: 'Toetsenbord',
    open: 'Schermtoetsenbord',
    done: 'Klaar',
    space: 'Spatie',
    erase: 'Wissen',
    newLine: 'Nieuwe regel',
    shift: 'Hoofdletters',
    moreSigns: 'Meer tekens',
    letters: 'Letters',
    symbols: 'Cijfers en tekens',
    accents: 'Letters met accent',
    latin: 'Latijnse letters',
    own: 'Eigen letters',
  },
};
