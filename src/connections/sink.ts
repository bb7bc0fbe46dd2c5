import type { FleetNotice } from '../contract/fleet-notice.ts';
import type { DayPart } from '../station/outbox/portion.ts';
import type { OutboxRow } from '../station/outbox/row.ts';
import type { Sentence } from '../words/sentence.ts';

/** When a receiver wants what. */
export interface Pace {
  /** Seconds between two rows that go, at least 300; of a reading of the moment, its period. */
  intervalS: number;
  /** Age beyond which rows are never sent; null: no limit. */
  staleS: number | null;
  /** Whether what could not be sent in time is sent later. */
  catchUp: boolean;
  /** In one request. */
  mostRows: number;
  /** Delay of a row after its end, so that it is complete. */
  settleS?: number;
  /** Between two requests while it catches up, ms. */
  pauseMs?: number;
  timeoutMs?: number;
  /** Rows that were made anew are sent again. */
  corrects?: boolean;
  /** Where a receiver that is new begins. */
  begins?: 'now' | 'history';
  /** A day at a time, for who is asked afterwards what it holds. */
  byDay?: boolean;
  /** Whom exactly: somebody else is sent everything anew. */
  receiver?: string;
  /** After an outage those who were waiting come back within so many seconds, and not all at once. */
  spreadS?: number;
}

/** Oldest first, at least one. */
export interface Batch {
  rows: readonly OutboxRow[];
  /** Only ever true where the owner has allowed it: whoever has a place for it is told. */
  simulated: boolean;
  nowS: number;
  /** Where they go by days. */
  day?: DayPart | undefined;
}

/** Something beside the rows, once none of them is due. */
export interface SyncTask {
  send(signal: AbortSignal): Promise<Outcome>;
  /** It has arrived. */
  done(): void;
}

/** A receiver's answer, unshortened: mask and cut it before it is shown. */
export interface Said {
  status: number | null;
  text: string;
  /** Where the text is a sentence of ours, perhaps with a quotation in it: which one. */
  said?: Sentence['said'];
}

/** A sentence of ours in the place of an answer. */
export const ours = ({ detail, said }: Sentence, status: number | null = null): Said => ({
  status,
  text: detail,
  said,
});

export type Outcome = Said &
  (
    | { kind: 'ok' }
    /** Not now; `afterS` when the receiver named a time. */
    | {
        kind: 'retry';
        afterS?: number;
        /** It said yes, and holds less than it should. */
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
  /** As the settings and the API name it. */
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
  /** Whether a row has what this receiver cannot do without. */
  takes(row: OutboxRow): boolean;
  /** Whether it is this row's turn; every row's where nobody says. What somebody sends by hand goes at any time. */
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
