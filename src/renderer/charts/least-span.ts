import type { Target } from '../../contract/names.ts';
import type { Units } from '../format.ts';

const LEAST: Readonly<Record<Target, Readonly<Record<Units, number>>>> = {
  temperature: { metric: 2, imperial: 4 },
  humidity: { metric: 6, imperial: 6 },
  pressure: { metric: 2, imperial: 0.06 },
};

/** Least span of a value axis, in the reader's units: below it an axis shows the noise of a sensor as weather. */
export const leastSpanOf = (target: Target, units: Units): number => LEAST[target][units];
