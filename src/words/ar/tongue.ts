import { tongueOf } from '../tongue.ts';

export const { number, signed, count, unit, span, moment, list } = tongueOf('ar');
