import type { AlarmRule } from '../../contract/alarm-rule.ts';
import type { AlarmMemory, Notice } from './state.ts';
import { askedOf, Watched, type WatchedState } from './watched.ts';

export interface SavedStates {
  [id: string]: WatchedState;
}

/** Alarm whose rule was switched off or deleted. */
export interface Orphan {
  rule: AlarmRule;
  /** It fired until then. */
  isOpen: boolean;
  /** Ends of which somebody heard the beginning. */
  ends: readonly Notice[];
}

function orphanOf(rule: AlarmRule, { fingerprint, startedS, isSilent, held }: AlarmMemory, endedS: number): Orphan {
  const untold = new Set(held.flatMap((one) => (one.change === 'fired' ? [one.fingerprint] : [])));
  const ends = held.filter((one) => one.change === 'resolved' && !untold.has(one.fingerprint));
  if (fingerprint === null || startedS === null) return { rule, isOpen: false, ends };
  const isTold = !isSilent && !untold.has(fingerprint);
  const end: Notice = { change: 'resolved', fingerprint, startedS, endedS };
  return { rule, isOpen: true, ends: isTold ? [...ends, end] : ends };
}

/** Rules that are watched, each with what was saved of it. Throws for a state that cannot be used. */
export function revivedOf(rules: readonly AlarmRule[], saved: SavedStates, nowS: number) {
  const watched = new Map<string, Watched>();
  const left = new Map(Object.entries(saved));
  for (const rule of rules.filter(({ enabled }) => enabled)) {
    const state = left.get(rule.id) ?? null;
    const isSame = state?.asked === askedOf(rule);
    watched.set(rule.id, new Watched(rule, nowS, isSame ? state : null));
    if (isSame) left.delete(rule.id);
  }
  const orphans = [...left.values()].flatMap(({ rule, memory }) => (rule ? [orphanOf(rule, memory, nowS)] : []));
  return { watched, orphans };
}
