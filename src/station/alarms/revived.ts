import type { AlarmRule } from '../../contract/alarm-rule.ts';
import { unlessUnusable } from '../learned/memory.ts';
import type { AlarmMemory, Notice } from './state.ts';
import { askedOf, checked, Watched, type WatchedState } from './watched.ts';

/** By the ids of their rules. */
export type SavedStates = Record<string, WatchedState>;

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

/** Rules that are watched, each with what was saved of it. A state that cannot be used is told and left out, and no other with it. */
export function revivedOf(
  rules: readonly AlarmRule[],
  saved: SavedStates,
  nowS: number,
  lost: (rule: Pick<AlarmRule, 'id' | 'title'>, why: string) => void,
) {
  const watched = new Map<string, Watched>();
  const left = new Map(Object.entries(saved));
  for (const rule of rules.filter(({ enabled }) => enabled)) {
    const state = left.get(rule.id) ?? null;
    const isSame = state?.asked === askedOf(rule);
    if (isSame) left.delete(rule.id);
    const revived = unlessUnusable(
      () => new Watched(rule, nowS, isSame ? state : null),
      (why) => lost(rule, why),
    );
    watched.set(rule.id, revived ?? new Watched(rule, nowS));
  }
  const orphans = [...left].flatMap(
    ([id, state]) =>
      unlessUnusable(
        () => (state.rule ? [orphanOf(state.rule, checked(state.memory), nowS)] : []),
        (why) => lost({ id, title: null }, why),
      ) ?? [],
  );
  return { watched, orphans };
}
