import type { Words } from '../words.ts';

export const keyboard: Words['keyboard'] = {
  keyboard: {
    label: 'Tastiera',
    open: 'Tastiera sullo schermo',
    done: 'Fatto',
    space: 'Spazio',
    erase: 'Cancella',
    newLine: 'Nuova riga',
    shift: 'Maiuscole',
    moreSigns: 'Altri segni',
    letters: 'Lettere',
    symbols: 'Cifre e segni',
    accents: 'Lettere accentate',
    latin: 'Lettere latine',
    own: 'Lettere proprie',
  },
};
