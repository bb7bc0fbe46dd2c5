import { HOUR_S } from '../../base/durations.ts';
import { LIMITS } from '../../contract/names.ts';
import type { WindowQuery } from '../../contract/requests.ts';
import { invalid } from '../../http/api-error.ts';
import { sentence } from '../../words/sentence.ts';

const nameable = (tS: number): number => Math.max(LIMITS.firstS, Math.min(LIMITS.lastS, tS));

/** Allowed lead of the client's clock, seconds. */
const AHEAD_S = 60;

export interface Window {
  startS: number;
  endS: number;
}

/** Spec 4, rules 1 and 2: `hours` is the trailing window and overrides the others; without it both ends must be there. */
export function windowOf({ start, end, hours }: WindowQuery, nowS: number): Window {
  if (hours !== undefined) return { startS: Math.max(0, nowS - hours * HOUR_S), endS: nowS };
  if (start === undefined || end === undefined) {
    throw invalid(sentence('refusal.no-window'), 'query', start === undefined ? 'start' : 'end');
  }
  inOrder(start, end);
  return { startS: nameable(start), endS: nameable(end) };
}

/** A bound that is not given cuts nothing off. */
export function inOrder(startS: number | undefined, endS: number | undefined): void {
  if (startS !== undefined && endS !== undefined && endS <= startS) {
    throw invalid(sentence('refusal.window-order'), 'query', 'end');
  }
}

/** The time of something that has happened, now unless it is given. */
export function pastMoment(tS: number | null | undefined, nowS: number): number {
  if (tS != null && tS > nowS + AHEAD_S) {
    throw invalid(sentence('refusal.future', { seconds: AHEAD_S }), 'body', 'ts');
  }
  return tS ?? nowS;
}

/** Rule 3. A window given in hours is measured as given: subtracting epoch seconds would lose the last bits of exactly 366 days. */
export function yearAtMost(query: WindowQuery, window: Window): Window {
  const spanS = query.hours === undefined ? window.endS - window.startS : query.hours * HOUR_S;
  if (spanS > LIMITS.rangeS)
    throw invalid(sentence('refusal.window-long'), 'query', query.hours === undefined ? 'end' : 'hours');
  return window;
}
