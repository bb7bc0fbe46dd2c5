import type { Words } from '../words.ts';

export const keyboard: Words['keyboard'] = {
  keyboard: {
    label: 'Tastatur',
    open: 'Bildschirmtastatur',
    done: 'Fertig',
    space: 'Leerzeichen',
    erase: 'Löschen',
    newLine: 'Neue Zeile',
    shift: 'Großbuchstaben',
    moreSigns: 'Weitere Zeichen',
    letters: 'Buchstaben',
    symbols: 'Ziffern und Zeichen',
    accents: 'Buchstaben mit Akzenten',
    latin: 'Lateinische Buchstaben',
    own: 'Eigene Buchstaben',
  },
};
