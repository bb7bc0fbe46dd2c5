import { icon } from './icons.tsx';

/** Pictograms that Now does without. */
export const Warning = icon('M12 4 21 19H3zM12 10v4M12 16.8v.1');
export const Cross = icon('m6 6 12 12M18 6 6 18');
export const Pen = icon('m4 20 1-4L16.5 4.5l3 3L8 19zM14 7l3 3');
export const Backspace = icon('M9 6h11v12H9l-6-6zM12 10l4 4M16 10l-4 4');
export const Check = icon('m5 12.5 4.5 4.5L19 7.5');
