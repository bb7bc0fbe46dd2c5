import type { Observation } from '../observation.ts';
import { decodeAmbient, isAmbient } from './ambient.ts';
import { decodeEcowitt, isEcowitt } from './ecowitt.ts';
import { pairsOf } from './form.ts';
import { decodeWunderground, isWunderground } from './wunderground.ts';

/** Whether a query or body is that of a console, by its keys and not by its path: consoles send to whatever somebody typed. */
export const isConsole = (text: string): boolean => {
  const pairs = pairsOf(text);
  return isEcowitt(pairs) || isWunderground(pairs);
};

/** Decodes what a console sends over HTTP. Ambient asks by GET, Ecowitt posts. */
export function decodeConsole(text: string, method: 'GET' | 'POST', from: string): Observation[] {
  const pairs = pairsOf(text.trim());
  if (isEcowitt(pairs)) {
    return [method === 'GET' || isAmbient(pairs) ? decodeAmbient(pairs, from) : decodeEcowitt(pairs, from)];
  }
  return isWunderground(pairs) ? [decodeWunderground(pairs, from)] : [];
}
