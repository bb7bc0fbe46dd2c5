import type { Words } from '../words.ts';

export const keyboard: Words['keyboard'] = {
  keyboard: {
    label: 'Teclado',
    open: 'Teclado en pantalla',
    done: 'Listo',
    space: 'Espacio',
    erase: 'Borrar',
    newLine: 'Línea nueva',
    shift: 'Mayúsculas',
    moreSigns: 'Más signos',
    letters: 'Letras',
    symbols: 'Cifras y signos',
    accents: 'Letras con acento',
    latin: 'Letras latinas',
    own: 'Letras propias',
  },
};
