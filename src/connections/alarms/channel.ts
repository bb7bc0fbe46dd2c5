import type { AlarmMessage } from '../../station/outbox/alarm-queue.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { Outcome } from '../sink.ts';

/** The station that alarms come from, as its receivers see it. */
export interface Origin {
  id: string;
  /** Name in the settings. */
  name: string;
  /** Address of its page. */
  url: string;
  /** Its language and time zone, for channels that people read. */
  speaker: Speaker;
}

/** Alarm channel: turns messages into a receiver's format and judges its answers. `AlarmCourier` does the rest. */
export interface Channel {
  readonly name: 'webhook' | 'ntfy' | 'email';
  /** Taken out of whatever is shown. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
  /** Messages of one request. */
  readonly atOnce: number;
  /** Ends when the signal aborts; what it throws is a failure of the way. */
  send(messages: readonly AlarmMessage[], origin: Origin, nowS: number, signal: AbortSignal): Promise<Outcome>;
}
