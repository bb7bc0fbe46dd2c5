import type { FleetNotice } from '../contract/fleet-notice.ts';
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
  /** Simulated weather. True only if the owner allows sending it; receivers with a place for it are told. */
  simulated: boolean;
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

/** A receiver's answer, unshortened: mask and cut it before it is shown. */
export interface ReceiverAnswer {
  status: number | null;
  text: string;
  /** Code and parameters of `text`, if it is a sentence of ours. */
  said?: Sentence['said'];
}

/** Our own sentence instead of an answer. */
export const ours = ({ detail, said }: Sentence, status: number | null = null): ReceiverAnswer => ({
  status,
  text: detail,
  said,
});

export type Outcome = ReceiverAnswer &
  (
    | { kind: 'ok' }
    /** Not now; `afterS` when the receiver named a time. */
    | {
        kind: 'retry';
        afterS?: number;
        /** Accepted, but the receiver holds less than it should. */
        short?: true;
        /** First day of a gap: rows that the receiver acknowledged and no longer has. */
        lacksFromS?: number;
      }
    /** Not with these words: a wrong key, an unknown station. Tried every hour. */
    | { kind: 'refused' }
    /** Not these rows, or not one of them; the next ones may be taken. `isSure` when the receiver has said itself that it took the others. */
    | { kind: 'passed'; isSure?: true }
  );

/** Sink: turns rows into a receiver's format and judges its answers. The courier does the rest. */
export interface Sink {
  /** Name in the settings and in the API. */
  readonly name: string;
  readonly wants: 'rows' | 'live';
  readonly pace: Pace;
  /** Taken out of whatever is shown. */
  readonly secrets: readonly string[];
  /** Told while nothing else is wrong: a sentence that stays true however much arrives. */
  readonly standing?: Sentence | null;
  /** The operator's notices for people who look at this station. */
  readonly notices?: readonly FleetNotice[];
  /** Null when there is none. */
  syncTask?(simulated: boolean): SyncTask | null;
  /** Whether a row has the quantities that this receiver requires. */
  takes(row: OutboxRow): boolean;
  /** Whether this row is due; every row is, if absent. "Send now" ignores it. */
  due?(row: OutboxRow): boolean;
  /** Ends when the signal aborts; what it throws is a failure of the way, to be tried again. */
  send(batch: Batch, signal: AbortSignal): Promise<Outcome>;
}

/** A receiver that is sent nothing: switched off, or without what it needs. */
export interface Idle {
  readonly name: string;
  readonly enabled: boolean;
  readonly lacks?: string;
}

export const isIdle = (one: Sink | Idle): one is Idle => !('send' in one);
