import type { FleetNotice } from '../contract/fleet-notice.ts';
import type { Idle, Outcome } from '../sending/outcome.ts';
import type { DayPart, Terms } from '../station/outbox/portion.ts';
import type { OutboxRow } from '../station/outbox/row.ts';
import type { Sentence } from '../words/sentence.ts';

/** Schedule of a receiver: its terms, and how it is asked. */
export interface Pace extends Terms {
  /** Pause between two requests of a backfill, ms. */
  pauseMs?: number;
  timeoutMs?: number;
  /** Random spread after an outage, seconds, so that many stations do not come back at once. */
  spreadS?: number;
}

/** Rows of one request, oldest first, at least one. */
export interface Batch {
  rows: readonly OutboxRow[];
  nowS: number;
  /** Part of a day, for a receiver that takes rows by days. */
  day?: DayPart | undefined;
}

/** Extra data (forecasts, scores, state), sent when no row is due. */
export interface SyncTask {
  send(signal: AbortSignal): Promise<Outcome>;
  /** Called when the batch has been accepted. */
  done(): void;
}

/** Sink: turns rows into a receiver's format and judges its answers. The courier does the rest. */
export interface Sink {
  /** Name in the settings and in the API. */
  readonly name: string;
  /** Asked each time: a receiver whose clock is behind ours has rows settle for longer. */
  readonly pace: Pace;
  /** Taken out of whatever is shown. */
  readonly secrets: readonly string[];
  /** Told while nothing else is wrong: a sentence that stays true however much arrives. */
  readonly standing?: Sentence | null;
  /** The operator's notices for people who look at this station. */
  readonly notices?: readonly FleetNotice[];
  syncTask?(): SyncTask | null;
  /** Whether a row has the quantities that this receiver requires. */
  takes(row: OutboxRow): boolean;
  /** Whether this row is due; every row is, if absent. "Send now" ignores it. */
  due?(row: OutboxRow): boolean;
  /** Ends when the signal aborts. Its errors are failures of the network, to be tried again. */
  send(batch: Batch, signal: AbortSignal): Promise<Outcome>;
}

export const isIdle = (one: Sink | Idle): one is Idle => !('send' in one);
