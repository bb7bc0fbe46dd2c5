import type { Clock } from '../../base/clock.ts';
import { DAY_S } from '../../base/durations.ts';
import { jsonOf } from '../../base/json-text.ts';
import type { Config } from '../../config/config.ts';
import { AWAY_CHANNELS, type AwayChannel } from '../../contract/names.ts';
import type { Message, MessageBody } from '../../sending/message.ts';
import { choice, sentence } from '../../words/sentence.ts';
import type { Alarmed } from '../alarms/alarmed.ts';
import type { Report } from '../report.ts';
import type { Store } from '../store/store.ts';
import type { StoredMessage } from '../store/tables/alarm-messages.ts';

/** Message of an alarm, as it was when the message was due, for one channel. */
export interface AlarmMessage extends Message, Pick<StoredMessage, 'quiet'> {
  channel: AwayChannel;
}

interface Parts {
  store: Store;
  clock: Clock;
  nowS(): number;
  /** Whether these hours are now, by the station's clock. */
  isQuiet(quiet: string | null, tS: number): boolean;
  takes(channel: AwayChannel): boolean;
  report: Report;
}

/** Messages held for one channel; a receiver that is away for longer than a storm gets the newest. */
export const MOST_MESSAGES = 200;
/** Older messages are dropped: the station's own page has them. */
const STALE_S = DAY_S;
/** A stamp so far ahead is of a clock that has been mended since. */
const AHEAD_S = 60;

/**
 * Channels in use. Simulated weather sends no alarm, unless the owner wants it; a demonstration may be rehearsed at the owner's own broker.
 */
export function awayChannelsOf({ alarms, mqtt, connections }: Config, isSimulated: boolean, isDemo: boolean) {
  const isHeld = isSimulated && !connections.allow_simulated;
  return (channel: AwayChannel): boolean =>
    (!isHeld || (isDemo && channel === 'mqtt')) &&
    alarms.channels[channel].enabled &&
    (channel !== 'mqtt' || mqtt.url !== null);
}

const RANK: Readonly<Record<MessageBody['severity'], number>> = { info: 0, warning: 1, critical: 2 };

const keyOf = ({ channel, fingerprint, change }: Pick<StoredMessage, 'channel' | 'fingerprint' | 'change'>): string =>
  `${channel} ${fingerprint} ${change}`;

/**
 * Queue of the alarm channels: a message leaves it when its receiver has said yes, when it is a day old, or when too many newer ones
 * wait; the last two are told once, until something arrives again. What the disk refuses waits in memory and is sent from there: a disk
 * without room is itself an alarm.
 */
export class AlarmQueue {
  /** Yet to be written, the newest of each identity. */
  readonly #held = new Map<string, StoredMessage>();
  /** Delivered or dropped, and yet to be removed from the table. */
  readonly #gone = new Map<string, StoredMessage>();
  /** When each message of this run came, by steady time: a clock that is set makes none older. */
  readonly #sinceMs = new Map<string, number>();
  /** Channels whose losses have been reported. */
  readonly #reportedLosses = new Set<AwayChannel>();
  readonly #wake = new Map<AwayChannel, () => void>();
  /** Channels to which this turn of the event loop has brought something. */
  #fresh = new Set<AwayChannel>();
  /** Channels with something that nobody has asked for yet. */
  readonly #unread = new Set<AwayChannel>();

  constructor(private readonly parts: Parts) {}

  /** For every channel of the rule that is switched on. Written in one piece with what else comes in the same turn. */
  put({ alarm, change, fingerprint, startedS, endedS, isTest }: Alarmed): void {
    const { nowS, clock, takes } = this.parts;
    const { id, title, severity, text, value, unit, chance, threshold, rule } = alarm;
    const about: MessageBody = { id, title, severity, text, value, unit, chance, threshold, isTest };
    const quiet = isTest || severity === 'critical' ? null : rule.quiet;
    for (const channel of AWAY_CHANNELS) {
      if (!takes(channel) || !rule.channels.includes(channel)) continue;
      if (change === 'acknowledged' && channel !== 'mqtt') continue; // whoever acknowledged it knows
      const body = JSON.stringify(about);
      const message = { channel, fingerprint, change, tS: nowS(), startedS, endedS, quiet, body };
      this.#held.delete(keyOf(message));
      this.#held.set(keyOf(message), message);
      this.#sinceMs.set(keyOf(message), clock.steadyMs());
      if (this.#fresh.size === 0) queueMicrotask(() => this.#writeFresh());
      this.#fresh.add(channel);
      this.#unread.add(channel);
    }
  }

  #writeFresh(): void {
    const channels = [...this.#fresh];
    this.#fresh.clear();
    this.parts.store.attempt(() => {
      for (const channel of channels) this.#bound(channel);
    });
    this.flush();
    for (const channel of channels) if (this.#unread.has(channel)) this.#wake.get(channel)?.();
  }

  /** Called when something new waits for a channel. */
  onPut(channel: AwayChannel, wake: () => void): void {
    this.#wake.set(channel, wake);
  }

  /** Messages that may go now, oldest first. */
  due(channel: AwayChannel, most: number): AlarmMessage[] {
    const { isQuiet, nowS } = this.parts;
    this.#unread.delete(channel);
    this.flush();
    return this.#young(channel)
      .filter(({ quiet }) => !isQuiet(quiet, nowS()))
      .slice(0, most)
      .flatMap((message) => this.#read(message) ?? []);
  }

  waiting(channel: AwayChannel): number {
    return this.#all(channel).length;
  }

  /** The receiver said yes to these. */
  delivered(messages: readonly AlarmMessage[]): void {
    for (const { channel } of messages) this.#reportedLosses.delete(channel);
    this.#remove(messages.map(({ about, ...message }) => ({ ...message, body: '' })));
  }

  /** Some recipients of a channel have these, and others lack them. One that was replaced meanwhile is another message. */
  took(channel: AwayChannel, messages: readonly AlarmMessage[], recipients: readonly string[]): void {
    const waiting = new Map(this.#all(channel).map((one) => [keyOf(one), one]));
    for (const message of messages) {
      const stored = waiting.get(keyOf(message));
      const about = stored?.tS === message.tS ? this.#read(stored)?.about : undefined;
      if (!stored || !about) continue;
      const takers = [...(about.takers ?? []), ...recipients];
      this.#held.set(keyOf(stored), { ...stored, body: JSON.stringify({ ...about, takers }) });
    }
    this.flush();
  }

  /** Writes and removes what waits, or lets the store do it behind another program's lock. A disk that takes nothing has it wait on. */
  flush(): void {
    const { store } = this.parts;
    const [held, gone] = [new Map(this.#held), new Map(this.#gone)];
    if (held.size + gone.size === 0) return;
    store.attempt(() => {
      store.alarmMessages.write([...held.values()], [...gone.values()]);
      for (const [key, one] of held) if (this.#held.get(key) === one) this.#held.delete(key);
      for (const [key, one] of gone) if (this.#gone.get(key) === one) this.#gone.delete(key);
    });
  }

  #all(channel: AwayChannel): StoredMessage[] {
    const stored = this.parts.store.alarmMessages.of(channel).filter((one) => {
      const gone = this.#gone.get(keyOf(one));
      return !this.#held.has(keyOf(one)) && (gone === undefined || gone.tS < one.tS);
    });
    return [...stored, ...[...this.#held.values()].filter((one) => one.channel === channel)];
  }

  /** Without those that are too old by now, which go. */
  #young(channel: AwayChannel): StoredMessage[] {
    const all = this.#all(channel);
    const stale = all.filter((message) => this.#ageS(message) > STALE_S);
    if (stale.length === 0) return all;
    this.#drop(channel, stale);
    return all.filter((message) => !stale.includes(message));
  }

  #ageS(message: StoredMessage): number {
    const { clock, nowS } = this.parts;
    const key = keyOf(message);
    const isAhead = message.tS > nowS() + AHEAD_S;
    if (isAhead && !this.#sinceMs.has(key)) this.#sinceMs.set(key, clock.steadyMs());
    const sinceMs = this.#sinceMs.get(key);
    if (sinceMs !== undefined) return (clock.steadyMs() - sinceMs) / 1000;
    return clock.synchronised?.() === false ? 0 : nowS() - message.tS;
  }

  /** The least grave go first, and of those the oldest. */
  #bound(channel: AwayChannel): void {
    const all = this.#all(channel);
    if (all.length <= MOST_MESSAGES) return;
    const graves = all.map((message) => ({ message, rank: RANK[this.#read(message)?.about.severity ?? 'info'] }));
    const leastFirst = graves.sort((a, b) => a.rank - b.rank).map(({ message }) => message);
    this.#drop(channel, leastFirst.slice(0, all.length - MOST_MESSAGES));
  }

  #drop(channel: AwayChannel, messages: readonly StoredMessage[]): void {
    this.#remove(messages);
    if (this.#reportedLosses.has(channel)) return;
    this.#reportedLosses.add(channel);
    const words = sentence('alarm-message.undelivered', { channel: choice(channel), count: messages.length });
    this.parts.report('state', 'warn', words);
  }

  #remove(messages: readonly StoredMessage[]): void {
    for (const message of messages) {
      const key = keyOf(message);
      const held = this.#held.get(key);
      if (held !== undefined && held.tS > message.tS) continue; // a newer one has come in its place
      this.#held.delete(key);
      this.#sinceMs.delete(key);
      this.#gone.set(key, message);
    }
    this.flush();
  }

  /** Null for a row whose body is no message, by another program or a bad card: it is removed. */
  #read({ body, ...message }: StoredMessage): AlarmMessage | null {
    const about = jsonOf(body) as MessageBody | null;
    if (about !== null) return { ...message, about } as AlarmMessage;
    this.#remove([{ ...message, body }]);
    return null;
  }
}
