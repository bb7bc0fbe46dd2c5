import type { Words } from '../words.ts';

export const keyboard: Words['keyboard'] = {
  keyboard: {
    label: 'Tastatur',
    open: 'Skærmtastatur',
    done: 'Færdig',
    space: 'Mellemrum',
    erase: 'Slet',
    newLine: 'Ny linje',
    shift: 'Store bogstaver',
    moreSigns: 'Flere tegn',
    letters: 'Bogstaver',
    symbols: 'Tal og tegn',
    accents: 'Bogstaver med accent',
    latin: 'Latinske bogstaver',
    own: 'Egne bogstaver',
  },
};
