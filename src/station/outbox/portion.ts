import type { OutboxRow } from './row.ts';

/** Delivery terms of a receiver: which rows, and when. */
export interface Terms {
  /** A row that ended longer ago is never sent; null: none is too old. */
  staleS: number | null;
  /** Backfill: whether rows missed in an outage are sent later. */
  catchUp: boolean;
  /** Delay after a row's end: late samples may still change it. */
  settleS?: number;
  /** Largest batch of a request. */
  mostRows: number;
  /** It keeps the whole history: it begins with the oldest row, and corrected rows are sent again. */
  corrects?: boolean;
  /** Batches of one day, each row under its day's number, for a receiver that is asked afterwards what it holds. */
  byDay?: boolean;
  /** Identity of the receiver: another one under the same name begins from the start. */
  receiver?: string;
}

/** Next rows to send, and the progress to save when they have arrived. */
export interface Portion {
  rows: readonly OutboxRow[];
  cursorS: number | null;
  hourS: number | null;
  /** Start of the row, if it had been set aside. */
  asideS?: number;
  /** Day and part, for receivers of whole days. */
  day?: DayPart;
  kind?: 'ahead' | 'in order' | 'again';
}

/** Part of one UTC day and revision: the rows that the receiver must hold once this part has arrived. */
export interface DayPart {
  dayS: number;
  /** Null for a day that is new here: the receiver may have something of it from another database of this station. */
  rev: number | null;
  rows: readonly OutboxRow[];
}
