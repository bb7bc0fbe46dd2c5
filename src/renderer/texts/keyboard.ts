import { inLanguage } from './in-language.ts';

/** The words of the on-screen keyboard, which come with it. */
export const en = {
  keyboard: {
    label: 'Keyboard',
    open: 'On-screen keyboard',
    done: 'Done',
    space: 'Space',
    erase: 'Delete',
    newLine: 'New line',
    shift: 'Capital letters',
    moreSigns: 'More signs',
    letters: 'Letters',
    symbols: 'Digits and signs',
    accents: 'Letters with accents',
    latin: 'Latin letters',
    own: 'Own letters',
  },
};

export const t = inLanguage('keyboard', en);
