import { createHash } from 'node:crypto';
import { HOUR_S } from '../../base/durations.ts';
import type { AlarmRule } from '../../contract/alarm-rule.ts';
import type { Alarmed } from './alarmed.ts';
import type { Level } from './condition.ts';

/** Something to deliver, at once or when quiet hours and snooze are over. */
export type Notice = Omit<Alarmed, 'alarm' | 'isTest'>;

const NOTHING: readonly Notice[] = [];

/** State of an alarm from one moment to the next. Lengths of time are counted as they pass; stamps are wall time, and only shown. */
export type AlarmMemory = ReturnType<typeof calm>;
export const calm = (nowS: number) => ({
  phase: 'ok' as 'ok' | 'pending' | 'firing' | 'resolving',
  sinceS: nowS,
  /** How long the condition has held while pending, or been over while resolving. */
  heldS: 0,
  acknowledged: false,
  fingerprint: null as string | null,
  startedS: null as number | null,
  /** Seen while quiet hours held it back: its beginning was not delivered, so its end is not either. */
  isSilent: false,
  /** Since somebody was told of it last. */
  toldAgoS: 0,
  /** How long nothing is to be delivered. */
  snoozeS: 0,
  /** Notices that quiet hours or a snooze hold back, oldest first. */
  held: NOTHING,
  /** The cold season in which it fired last, for `season_first`. */
  season: null as number | null,
});

/** Alarm that fires, or is about to end. */
export const isOpen = ({ phase }: Pick<AlarmMemory, 'phase'>): boolean => phase === 'firing' || phase === 'resolving';

export interface Moment {
  /** Where the value stands; null while it is stale or missing, which neither fires nor resolves. */
  level: Level | null;
  /** Time that passed since the last moment. */
  passedS: number;
  nowS: number;
  isQuiet: boolean;
  /** Number of the cold season: the first frost is the first of it. */
  season: number;
}

/** An alarm after a moment: what it is, what is due for delivery, and whether it began or ended. */
export interface Outcome {
  memory: AlarmMemory;
  due: readonly Notice[];
  happened: 'fired' | 'resolved' | null;
}

type Rule = Pick<AlarmRule, 'id' | 'for_s' | 'clear_for_s' | 'severity' | 'repeat_h' | 'season_first' | 'only'>;

/** More than a night of a flapping alarm can hold back. */
const MOST_HELD = 20;

/**
 * State machine of one alarm, pure: ok → pending → firing → resolving → ok. Pending counts the time for which the condition holds, and
 * ends at once when it is over; resolving counts the time for which it is over, and goes back when it holds again. Between the thresholds
 * nothing is counted. Quiet hours and a snooze hold back what is delivered, never what is detected.
 */
export function step(rule: Rule, before: AlarmMemory, moment: Moment): Outcome {
  const turned = turn(rule, before, moment);
  return deliver(rule, turned, before, moment);
}

type Turned = Pick<Outcome, 'memory' | 'happened'>;

function turn(rule: Rule, before: AlarmMemory, { level, passedS, nowS, season }: Moment): Turned {
  const same = { memory: before, happened: null };
  if (level === null) return same;
  const countedS = Math.min(passedS, rule.only.fresh_s); // time without a look does not count
  const into = (phase: AlarmMemory['phase'], more: Partial<AlarmMemory> = {}): AlarmMemory => ({
    ...before,
    phase,
    sinceS: nowS,
    heldS: 0,
    ...more,
  });
  const goOn = (): AlarmMemory => ({ ...before, heldS: before.heldS + countedS });
  const fire = (): Turned => ({ memory: into('firing', begun(rule, nowS, season)), happened: 'fired' });
  const isOver = rule.season_first && before.season === season; // it was not the first
  switch (before.phase) {
    case 'ok':
      if (level !== 'on' || isOver) return same;
      return rule.for_s === 0 ? fire() : { memory: into('pending'), happened: null };
    case 'pending': {
      if (level === 'off') return { memory: into('ok'), happened: null };
      if (level === 'between') return same;
      const memory = goOn();
      return memory.heldS >= rule.for_s ? fire() : { memory, happened: null };
    }
    case 'firing':
      if (level !== 'off') return same;
      return rule.clear_for_s === 0 ? ended(into('ok')) : { memory: into('resolving'), happened: null };
    case 'resolving': {
      if (level === 'on') return { memory: into('firing'), happened: null };
      if (level === 'between') return same;
      const memory = goOn();
      return memory.heldS >= rule.clear_for_s ? ended(into('ok')) : { memory, happened: null };
    }
  }
}

const begun = ({ id }: Rule, nowS: number, season: number): Partial<AlarmMemory> => ({
  acknowledged: false,
  fingerprint: fingerprintOf(`${id} ${nowS}`),
  startedS: nowS,
  isSilent: false,
  toldAgoS: 0,
  season,
});

const ended = (memory: AlarmMemory): Turned => ({ memory, happened: 'resolved' });

/** Adds what happened to what is held back, and hands out what may be delivered now. */
function deliver(rule: Rule, turned: Turned, before: AlarmMemory, { passedS, nowS, isQuiet }: Moment): Outcome {
  const { happened } = turned;
  let { memory } = turned;
  const snoozeS = Math.max(0, before.snoozeS - passedS);
  const mayTell = snoozeS === 0 && (!isQuiet || rule.severity === 'critical');
  const fresh: Notice[] = [];
  if (happened !== null && !memory.isSilent && memory.fingerprint !== null && memory.startedS !== null)
    fresh.push({
      change: happened,
      fingerprint: memory.fingerprint,
      startedS: memory.startedS,
      endedS: happened === 'resolved' ? nowS : null,
    });
  const isLasting = memory.phase === 'firing' && !memory.acknowledged && happened === null;
  const toldAgoS = isLasting ? memory.toldAgoS + passedS : memory.toldAgoS;
  const isDue = rule.repeat_h > 0 && toldAgoS >= rule.repeat_h * HOUR_S;
  if (isLasting && mayTell && isDue && !isHeld(memory))
    fresh.push({ change: 'repeated', fingerprint: memory.fingerprint!, startedS: memory.startedS!, endedS: null });
  const held = happened === 'resolved' ? memory.held.filter((notice) => !isReminder(notice)) : memory.held;
  const waiting = fresh.length > 0 ? [...held, ...fresh].slice(-MOST_HELD) : held;
  // Reminders wait while an alarm may be ending.
  const due = mayTell && !(memory.phase === 'resolving' && waiting.some(isReminder)) ? waiting : NOTHING;
  const isTold = due.some(({ change }) => change === 'fired' || change === 'repeated');
  const next = { snoozeS, toldAgoS: isTold ? 0 : toldAgoS, held: due.length > 0 ? NOTHING : waiting };
  const isSame = next.snoozeS === memory.snoozeS && next.toldAgoS === memory.toldAgoS && next.held === memory.held;
  if (happened === 'resolved') memory = { ...memory, acknowledged: false, fingerprint: null, startedS: null };
  return { memory: isSame ? memory : { ...memory, ...next }, due, happened };
}

/** Ends what fires, whatever the value: its time is over, as a night's is in the morning. */
export function close(rule: Rule, before: AlarmMemory, moment: Moment): Outcome {
  const memory: AlarmMemory = { ...before, phase: 'ok', sinceS: moment.nowS, heldS: 0 };
  if (isOpen(before)) return deliver(rule, ended(memory), before, moment);
  return step(rule, before.phase === 'pending' ? memory : before, { ...moment, level: null });
}

/** Somebody has seen it. What was held back of this time is not told any more. Null where nothing fires. */
export function acknowledge(before: AlarmMemory): { memory: AlarmMemory; due: Notice[] } | null {
  const { fingerprint, startedS, acknowledged } = before;
  if (!isOpen(before) || fingerprint === null || startedS === null) return null;
  const wasHeld = before.held.some((one) => one.fingerprint === fingerprint && one.change === 'fired');
  const held = before.held.filter((one) => one.fingerprint !== fingerprint);
  const notice: Notice = { change: 'acknowledged', fingerprint, startedS, endedS: null };
  return {
    memory: { ...before, acknowledged: true, isSilent: before.isSilent || wasHeld, held },
    due: acknowledged || wasHeld ? [] : [notice],
  };
}

/** "Later": a reminder of what fires is held like any other notice, so that quiet hours at its end hold it, too. */
export function snooze(before: AlarmMemory, forS: number): AlarmMemory {
  const { fingerprint, startedS, acknowledged, held } = before;
  const isAsked = fingerprint !== null && startedS !== null && !acknowledged && !isHeld(before);
  const reminder = isAsked ? [{ change: 'repeated' as const, fingerprint, startedS, endedS: null }] : [];
  return { ...before, snoozeS: forS, held: [...held, ...reminder] };
}

const isReminder = ({ change }: Notice): boolean => change === 'repeated';
const isHeld = ({ held, fingerprint }: AlarmMemory): boolean => held.some((one) => one.fingerprint === fingerprint);

/** Stamps of what a wrong clock has stamped, from `fromS` until `untilS`, moved to where they belong. Lengths of time stay. */
export function moved(before: AlarmMemory, byS: number, fromS: number, untilS: number): AlarmMemory {
  const at = (tS: number): number => (tS >= fromS && tS <= untilS ? tS + byS : tS);
  const maybe = (tS: number | null): number | null => (tS === null ? null : at(tS));
  return {
    ...before,
    sinceS: at(before.sinceS),
    startedS: maybe(before.startedS),
    held: before.held.map((one) => ({ ...one, startedS: at(one.startedS), endedS: maybe(one.endedS) })),
  };
}

/** Sixteen hex digits: the same for the same alarm at the same start. */
export const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
