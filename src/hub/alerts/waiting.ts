import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { MessageQueue } from '../../sending/alarm-courier.ts';
import type { Message } from '../../sending/message.ts';
import { sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import { readableOf } from '../files/json-file.ts';
import { type Alert, fingerprintOf, Told } from './open-alerts.ts';

const Waiting = z.object({
  fingerprint: z.string(),
  change: z.enum(['fired', 'resolved']),
  tS: z.number(),
  startedS: z.number(),
  endedS: z.number().nullable(),
  /** Name of the station, for a summary. */
  name: z.string(),
  about: Told.extend({
    id: z.string(),
    severity: z.enum(['info', 'warning', 'critical']),
    chance: z.null(),
    isTest: z.literal(false),
    labels: z.record(z.string(), z.string()),
  }),
});
export type Waiting = z.infer<typeof Waiting>;

/** Message about an alert, in the words that it was told in. */
export function messageOf(alert: Alert, change: 'fired' | 'resolved', nowS: number): Waiting {
  const { kind, login, name, severity, sinceS, told } = alert;
  const { title = name, text = '', value = null, threshold = 0, unit = '', group = null } = told ?? {};
  const labels = { ...(login !== null && { station: login }), ...(group !== null && { group }) };
  return {
    fingerprint: fingerprintOf(alert),
    change,
    tS: nowS,
    startedS: sinceS,
    endedS: change === 'fired' ? null : nowS,
    name,
    about: { id: kind, title, severity, text, value, unit, chance: null, threshold, isTest: false, labels },
  };
}

/** Batching of alerts: those within so long go together, and then those of the next five minutes. */
const FIRST_MS = 30_000;
const NEXT_MS = 300_000;
/** More of one kind become one sentence in a mail. */
const SINGLE = 10;
const NAMED = 10;
const MOST = 5_000;

/**
 * Queue of messages that one receiver has not taken yet. They go in groups, and a mail about hundreds of stations is a summary:
 * after an outage of the hub nobody gets hundreds of mails.
 */
export class WaitingMessages implements MessageQueue<Message> {
  #waiting: Waiting[];
  #wake: () => void = () => undefined;
  #sinceMs: number;
  #deliveredMs = Number.NEGATIVE_INFINITY;
  readonly #behind = new Map<string, readonly Waiting[]>();

  constructor(
    private readonly clock: Clock,
    private readonly speaker: Speaker,
    private readonly summarises: boolean,
    saved: unknown,
    private readonly changed: () => void,
  ) {
    this.#waiting = readableOf(Waiting, saved);
    this.#sinceMs = clock.steadyMs();
  }

  toJSON(): Waiting[] {
    return this.#waiting;
  }

  onPut(wake: () => void): void {
    this.#wake = wake;
  }

  /** A graver message takes the place of the one before it, if that still waits. */
  put(messages: readonly Waiting[]): void {
    if (messages.length === 0) return;
    if (this.#waiting.length === 0) this.#sinceMs = this.clock.steadyMs();
    const subjects = new Set(messages.map(subjectOf));
    const rest = this.#waiting.filter((one) => !subjects.has(subjectOf(one)));
    this.#waiting = [...rest, ...messages].slice(-MOST);
    this.changed();
    this.#wake();
  }

  waiting(): number {
    return this.#waiting.length;
  }

  /** Drops messages of stations that no longer belong to the fleet. */
  forgetOthers(known: ReadonlySet<string>): void {
    const rest = this.#waiting.filter(
      ({ about: { labels } }) => labels['station'] === undefined || known.has(labels['station']),
    );
    if (rest.length === this.#waiting.length) return;
    this.#waiting = rest;
    this.changed();
  }

  due(most: number): Message[] {
    const nowMs = this.clock.steadyMs();
    const isDue = nowMs - this.#sinceMs >= FIRST_MS && nowMs - this.#deliveredMs >= NEXT_MS;
    if (this.#waiting.length === 0 || !isDue) return [];
    return (this.summarises ? this.#summarised() : this.#waiting).slice(0, most);
  }

  delivered(messages: readonly Message[]): void {
    const gone = new Set(messages.flatMap((one): readonly Message[] => this.#behind.get(idOf(one)) ?? [one]).map(idOf));
    this.#waiting = this.#waiting.filter((one) => !gone.has(idOf(one)));
    this.#behind.clear();
    if (this.#waiting.length === 0) this.#deliveredMs = this.clock.steadyMs();
    this.changed();
  }

  /** As they came, where none are many. A sentence of many stands in its stage: no end is told before its beginning. */
  #summarised(): Message[] {
    const groups = stagesOf(this.#waiting).flatMap((all) => [...Map.groupBy(all, ({ about }) => about.id).values()]);
    if (groups.every(({ length }) => length <= SINGLE)) return this.#waiting;
    return groups.flatMap((all) => (all.length > SINGLE ? [this.#summary(all)] : all));
  }

  #summary(all: readonly Waiting[]): Message {
    const [first] = all as [Waiting];
    const names = all.slice(0, NAMED).map(({ name }) => name);
    const fingerprint = createHash('sha256').update(all.map(idOf).join(' ')).digest('hex').slice(0, 16);
    const message: Message = {
      ...first,
      fingerprint,
      startedS: Math.min(...all.map(({ startedS }) => startedS)),
      about: {
        ...first.about,
        title: this.speaker.say(sentence('hub-alert.many-title', { kind: first.about.id, count: all.length })),
        text: this.speaker.say(sentence('hub-alert.many-text', { names: names.join(', '), more: all.length - NAMED })),
      },
    };
    this.#behind.set(idOf(message), all);
    return message;
  }
}

/** Messages in stages: what fired, what was over then, what fired again. Each message of an alert stands in a later one than that before it. */
function stagesOf(waiting: readonly Waiting[]): Waiting[][] {
  const lastOf = new Map<string, number>();
  const stages = Map.groupBy(waiting, ({ about: { id, labels }, change }) => {
    const alert = `${id} ${labels['station'] ?? ''}`;
    const next = (lastOf.get(alert) ?? -1) + 1;
    const stage = next % 2 === Number(change === 'resolved') ? next : next + 1;
    lastOf.set(alert, stage);
    return stage;
  });
  return [...stages].sort(([a], [b]) => a - b).map(([, all]) => all);
}

const subjectOf = ({ fingerprint, change }: Message): string => `${fingerprint} ${change}`;

/** Differs between a message and the graver one that came while it was on its way. */
const idOf = (message: Message): string => `${subjectOf(message)} ${message.tS}`;
