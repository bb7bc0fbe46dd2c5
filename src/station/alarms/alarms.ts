import { isDeepStrictEqual } from 'node:util';
import { type Clock, sinceBootMs } from '../../base/clock.ts';
import { DAY_S } from '../../base/durations.ts';
import type { Zone } from '../../base/zone.ts';
import { type AlarmSeverity, isChance } from '../../contract/alarm-names.ts';
import type { AlarmRule } from '../../contract/alarm-rule.ts';
import type { Alarm } from '../../contract/alarms.ts';
import type { Units } from '../../quantities/imperial.ts';
import type { NarrowName } from '../../quantities/names.ts';
import { asPart, refused, sentence } from '../../words/sentence.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { Refusal } from '../api.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { Reading } from '../sampling/reading.ts';
import { AlarmChances, type ChancesState } from './alarm-chances.ts';
import type { Alarmed } from './alarmed.ts';
import type { ForecastPort } from './chances.ts';
import { described } from './described.ts';
import { isQuiet } from './quiet.ts';
import { type Orphan, revivedOf, type SavedStates } from './revived.ts';
import { acknowledge, fingerprintOf, isOpen, type Moment, type Notice, type Outcome, snooze } from './state.ts';
import { type Machine, Values, type WorkedOut } from './values.ts';
import { isMovedBy, type Rescaled, type Watched } from './watched.ts';
import { alarmSentence, titleOf } from './words.ts';

const VERSION = 1;
/** Interval of saves: changes of a thousand alarms come one after the other, and each save writes all of them. */
const SAVE_EVERY_S = 20;
const STATES = 'alarms';
const CHANCES = 'alarm-chances';
const YEAR_S = 365.2425 * DAY_S;
/** The cold season begins in July, or in January on the other side of the earth. */
const JULY_S = 181 * DAY_S;

export interface AlarmParts {
  rules: readonly AlarmRule[];
  clock: Clock;
  /** The time that samples are stamped by. */
  nowS: () => number;
  zone: Zone;
  stepS: number;
  isSouthern: boolean;
  isOutdoors: boolean;
  units: Units;
  machine: Machine;
  workedOut: (reading: Reading) => WorkedOut;
  /** Value of a sender that is present by its own pace: a gauge may report each half hour. */
  present: (name: NarrowName, reading: Reading) => number | null;
  forecast: ForecastPort;
  /** Newest reading, and a number that tells it from the one before. */
  reading: () => { reading: Reading | null; count: number };
  report: Report;
  memory: Memory;
  /** Writes at once, or later where another program's lock keeps it out; not where the disk takes nothing. */
  attempt: (write: () => void) => void;
  tell: (what: Alarmed) => void;
}

/** Every alarm of the station: what is watched, what fires, what is said of it. */
export class Alarms {
  /** Language of notices. */
  speaker: Speaker = ENGLISH;
  readonly chances: AlarmChances;
  readonly #values: Values;
  #rules: readonly AlarmRule[] = [];
  #watched: ReadonlyMap<string, Watched> = new Map();
  #quantities: ReadonlySet<string> = new Set();
  /** Alarms that were switched off or deleted while they fired. */
  #orphans: readonly Orphan[] = [];
  #steadyS: number | null = null;
  #changes: { seq: number; id: string }[] = [];
  #seq = 0;
  #isUnsaved = false;
  #unsavedS = SAVE_EVERY_S;

  constructor(private readonly parts: AlarmParts) {
    const { rules, memory, machine, isOutdoors, zone, stepS, report } = parts;
    this.#values = new Values(machine, isOutdoors, parts.workedOut, parts.present);
    this.#watch(rules, (memory.load(STATES, VERSION) ?? {}) as SavedStates);
    this.chances = new AlarmChances(rules.filter(isChance), zone, stepS, {
      states: (memory.load(CHANCES, VERSION) ?? {}) as ChancesState,
      lost: (rule, why) => report('state', 'warn', sentence('station.from-prior', { name: titleOf(rule), why })),
    });
  }

  /** Rules in place of those before, while the station runs. An alarm that asks the same as before goes on. */
  take(rules: readonly AlarmRule[]): void {
    const before = new Map(this.#rules.map((rule) => [rule.id, rule]));
    this.chances.take(rules.filter(isChance));
    this.#watch(rules, this.#saved());
    for (const rule of rules) if (!isDeepStrictEqual(rule, before.get(rule.id))) this.#noteChange(rule.id);
    this.#isUnsaved = true;
    this.turn();
    this.#save();
  }

  #watch(rules: readonly AlarmRule[], saved: SavedStates): void {
    const { nowS, report } = this.parts;
    const { watched, orphans } = revivedOf(rules, saved, nowS(), (rule, why) =>
      report('state', 'warn', sentence('alarm.forgotten', { title: titleOf(rule), why })),
    );
    this.#rules = rules;
    this.#watched = watched;
    this.#orphans = [...this.#orphans, ...orphans];
    this.#quantities = new Set([...watched.values()].map(({ rule }) => rule.quantity));
  }

  remembered(): Remembered[] {
    return [this.#states(), { name: CHANCES, version: VERSION, state: this.chances.toJSON() }];
  }

  /** Every few seconds: what is measured now. A failing board has turns as well. */
  turn(): void {
    const passedS = this.#passed();
    const { reading, count } = this.parts.reading();
    this.#values.turn(this.#quantities, reading, count, passedS);
    const asked = this.chances.work(this.parts.forecast);
    for (const [id, watched] of this.#watched) {
      const before = watched.state;
      const latest = asked.includes(id) ? this.chances.latest(id) : null;
      const outcome = watched.turn(this.#values, this.#moment(watched.rule, passedS), latest);
      if (watched.state === before && outcome.due.length === 0 && outcome.happened === null) continue;
      this.#happened(watched, outcome);
    }
    for (const orphan of this.#orphans) {
      if (orphan.isOpen) this.#reportEnd(orphan.rule);
      this.#tell(orphan.rule, orphan.ends, null);
      this.#isUnsaved = true;
    }
    this.#orphans = [];
    this.#unsavedS += passedS;
    if (this.#isUnsaved && this.#unsavedS >= SAVE_EVERY_S) this.#save();
  }

  list(speaker: Speaker = ENGLISH, units: Units = this.parts.units): Alarm[] {
    return this.#rules.map((rule) => this.#alarm(rule, speaker, units));
  }

  get(id: string, speaker: Speaker = ENGLISH): Alarm | null {
    const rule = this.#rules.find((one) => one.id === id);
    return rule ? this.#alarm(rule, speaker) : null;
  }

  /** Null once it is done, as from `snooze`. */
  acknowledge(id: string): Refusal | null {
    const watched = this.#watched.get(id);
    const done = watched && acknowledge(watched.memory);
    return done ? this.#change(watched, done) : refused(sentence('refusal.alarm-calm', { id }));
  }

  snooze(id: string, forS: number): Refusal | null {
    const watched = this.#watched.get(id);
    if (!watched) return refused(sentence('refusal.alarm-off', { id }));
    return this.#change(watched, { memory: snooze(watched.memory, forS), due: [] });
  }

  /** Change by a person. It counts at once, even on a full disk: just then the alarm about the disk fires. It is stored as soon as possible. */
  #change(watched: Watched, { memory, due }: Pick<Outcome, 'memory' | 'due'>): null {
    watched.memory = memory;
    this.#happened(watched, { due, happened: null });
    this.#save(); // a cut of the power must not undo what a person has done
    return null;
  }

  /** A notice that says it is a test, to every channel of the rule. */
  test(id: string): { fingerprint: string; channels: readonly string[] } | null {
    const rule = this.#rules.find((one) => one.id === id);
    if (!rule) return null;
    const startedS = this.parts.nowS();
    const fingerprint = fingerprintOf(`test ${id} ${startedS}`);
    this.#tell(rule, [{ change: 'fired', fingerprint, startedS, endedS: null }], this.#watched.get(id) ?? null, true);
    return { fingerprint, channels: rule.channels };
  }

  /** Severity for the LED matrix: the highest of the alarms that fire and that nobody has acknowledged or put off. */
  get shown(): AlarmSeverity | null {
    let gravest: AlarmSeverity | null = null;
    for (const { rule, memory } of this.#watched.values()) {
      if (!isOpen(memory) || memory.acknowledged || memory.snoozeS > 0 || !rule.channels.includes('led')) continue;
      if (gravest === null || RANK[rule.severity] > RANK[gravest]) gravest = rule.severity;
    }
    return gravest;
  }

  /** Number of alarms on the screen: they fire, and nobody has acknowledged them or put them off. */
  get waiting(): number {
    return [...this.#watched.values()].filter(
      ({ rule, state, memory }) => state === 'firing' && memory.snoozeS === 0 && rule.channels.includes('screen'),
    ).length;
  }

  /** How many are in each state, for the metrics. */
  get counts(): { rules: number; enabled: number; firing: number } {
    const firing = [...this.#watched.values()].filter(({ memory }) => isOpen(memory)).length;
    return { rules: this.#rules.length, enabled: this.#watched.size, firing };
  }

  /** Alarms whose state has changed since a number that this gave before, and the number of now. */
  changedSince(seq: number): { seq: number; ids: string[] } {
    return { seq: this.#seq, ids: this.#changes.filter((one) => one.seq > seq).map(({ id }) => id) };
  }

  timeMoved(byS: number, fromS: number, untilS = Number.POSITIVE_INFINITY): void {
    for (const watched of this.#watched.values()) watched.timeMoved(byS, fromS, untilS);
    this.chances.timeMoved(byS, fromS, untilS);
  }

  /** Change of scale: chances are asked anew, and those of another sensor have no record yet. */
  rescaled(change: Rescaled): void {
    this.chances.forget((target) => isMovedBy(change, target === 'pressure'));
    this.chances.beginAnew(change.anew);
    for (const watched of this.#watched.values()) watched.rescaled(change);
  }

  #passed(): number {
    const { clock } = this.parts;
    const steadyS = sinceBootMs(clock) / 1000;
    const passedS = this.#steadyS === null ? 0 : steadyS - this.#steadyS;
    this.#steadyS = steadyS;
    return passedS;
  }

  #moment(rule: AlarmRule, passedS: number): Omit<Moment, 'level'> {
    const { zone, isSouthern } = this.parts;
    const nowS = this.parts.nowS();
    const season = Math.floor((nowS - (isSouthern ? 0 : JULY_S)) / YEAR_S);
    return { passedS, nowS, season, isQuiet: isQuiet(rule.quiet, zone, nowS) };
  }

  #happened(watched: Watched, { due, happened }: Pick<Outcome, 'due' | 'happened'>): void {
    const { rule } = watched;
    this.#noteChange(rule.id);
    if (happened === 'fired') {
      const text = asPart(alarmSentence(rule, watched, this.parts.units));
      this.parts.report('alarm', EVENT_SEVERITY[rule.severity], sentence('alarm.fired', { text }), { id: rule.id });
    } else if (happened === 'resolved') {
      this.#reportEnd(rule);
    }
    this.#tell(rule, due, watched);
  }

  #reportEnd(rule: AlarmRule): void {
    this.parts.report('alarm', 'info', sentence('alarm.resolved', { title: titleOf(rule) }), { id: rule.id });
  }

  #tell(rule: AlarmRule, notices: readonly Notice[], watched: Watched | null, isTest = false): void {
    for (const { change, fingerprint, startedS, endedS } of notices) {
      const alarm = { ...described(rule, watched, this.parts, this.speaker), fingerprint };
      this.parts.tell({ alarm, change, fingerprint, startedS, endedS, isTest });
    }
  }

  #alarm(rule: AlarmRule, speaker: Speaker, units: Units = this.parts.units): Alarm {
    return described(rule, this.#watched.get(rule.id) ?? null, { ...this.parts, units }, speaker);
  }

  #noteChange(id: string): void {
    this.#isUnsaved = true;
    this.#seq += 1;
    this.#changes = [...this.#changes.filter((one) => one.id !== id), { seq: this.#seq, id }];
  }

  /** Saves with the next commit: a power cut must not repeat an alarm. Unwritten state comes again with the next turn. */
  #save(): void {
    const { memory, attempt, nowS } = this.parts;
    this.#unsavedS = SAVE_EVERY_S; // until it is written
    attempt(() => {
      if (!this.#isUnsaved) return; // a lock let go of several
      memory.saveLater(this.#states(), nowS());
      this.#isUnsaved = false;
      this.#unsavedS = 0;
    });
  }

  #states(): Remembered {
    return { name: STATES, version: VERSION, state: this.#saved() };
  }

  #saved(): SavedStates {
    const nowS = this.parts.nowS();
    return Object.fromEntries([...this.#watched].map(([id, watched]) => [id, watched.saved(nowS)]));
  }
}

const RANK: Readonly<Record<AlarmSeverity, number>> = { info: 0, warning: 1, critical: 2 };
const EVENT_SEVERITY = { info: 'info', warning: 'warn', critical: 'error' } as const;
