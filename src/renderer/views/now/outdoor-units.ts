import { number, type Units } from '../../format.ts';

interface Measure {
  of: (metric: number) => string;
  unit: string;
}
export const windOf = (u: Units): Measure =>
  u === 'imperial' ? { of: (ms) => number(ms / 0.44704), unit: 'mph' } : { of: (ms) => number(ms, 1), unit: 'm/s' };
export const rainOf = (u: Units): Measure =>
  u === 'imperial' ? { of: (mm) => number(mm / 25.4, 2), unit: 'in' } : { of: (mm) => number(mm, 1), unit: 'mm' };

/** Below this wind a vane shows where it was left, not where the wind comes from. */
export const CALM_MS = 0.3;
