import type { Speaker } from '../words/speaker.ts';
import type { Message } from './message.ts';
import type { Outcome } from './outcome.ts';

/** Sender of alarms, as its receivers see it: a station, or the hub of a fleet. */
export interface Origin {
  id: string;
  name: string;
  /** Address of its page, and the part of it that shows the alarms. */
  url: string;
  fragment: string;
  /** Its language and time zone, for channels that people read. */
  speaker: Speaker;
}

/** Called when recipients of a channel that has several have taken messages, whatever the others do. */
export type Took = (messages: readonly Message[], recipients: readonly string[]) => void;

/** Alarm channel: turns messages into a receiver's format and judges its answers. `AlarmCourier` does the rest. */
export interface Channel {
  readonly name: 'webhook' | 'ntfy' | 'email';
  /** Taken out of whatever is shown. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
  /** Messages of one request. */
  readonly atOnce: number;
  /** Ends when the signal aborts. Its errors are failures of the network. */
  send(messages: readonly Message[], origin: Origin, nowS: number, signal: AbortSignal, took: Took): Promise<Outcome>;
}
