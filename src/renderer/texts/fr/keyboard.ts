import type { Words } from '../words.ts';

export const keyboard: Words['keyboard'] = {
  keyboard: {
    label: 'Clavier',
    open: 'Clavier à l’écran',
    done: 'Terminé',
    space: 'Espace',
    erase: 'Effacer',
    newLine: 'Nouvelle ligne',
    shift: 'Majuscules',
    moreSigns: 'Autres signes',
    letters: 'Lettres',
    symbols: 'Chiffres et signes',
    accents: 'Lettres accentuées',
    latin: 'Lettres latines',
    own: 'Lettres propres',
  },
};
