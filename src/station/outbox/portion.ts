import type { OutboxRow } from './row.ts';

/** What a receiver wants to be sent, and when. */
export interface Terms {
  /** Seconds between the starts of two rows that go. */
  intervalS: number;
  /** A row that ended longer ago is passed by; null: none is too old. */
  staleS: number | null;
  /** Whether what was not sent in time is sent later. */
  catchUp: boolean;
  /** So long after its end a row goes: late samples may still change it. */
  settleS: number;
  mostRows: number;
  /** Whether rows that were made anew are sent again. */
  corrects: boolean;
  /** Where a receiver that is new begins. */
  begins: 'now' | 'history';
  /** A day at a time, each row under its day's number. */
  byDay?: boolean;
  /** Whom exactly: somebody else under the same name begins anew. */
  receiver?: string;
}

/** What is to go next, and what will be noted once it has arrived. */
export interface Portion {
  rows: readonly OutboxRow[];
  cursorS: number | null;
  hourS: number | null;
  /** Start of the row, if it had been set aside. */
  asideS?: number;
  /** Of who is sent days: the day, and in which turn it is. */
  day?: DayPart;
  kind?: 'ahead' | 'in order' | 'again';
}

/** Of one UTC day, under one number: what of it must be with the receiver once the rows that go now have come. */
export interface DayPart {
  dayS: number;
  /** Null for a day that is new here: the receiver may have something of it from another database of this station. */
  rev: number | null;
  rows: readonly OutboxRow[];
}
