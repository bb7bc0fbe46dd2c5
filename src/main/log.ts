import pino, { type Logger } from 'pino';
import { fieldOf, jsonOf } from '../base/json-text.ts';
import { type EventKind, kindsThat } from '../contract/names.ts';
import type { ToldEvent } from '../station/store/tables/events.ts';

export type Log = Logger;

const KEPT_LINES = 400;
const LONGEST_LINE = 1000;

/** The last lines of this process's log, for the support file: one process, one log. Events that are the owner's own are not among them. */
const kept: string[] = [];
export const lastLines = (): readonly string[] => kept;

function keep(line: string): void {
  const event = fieldOf(jsonOf(line), 'event');
  if (event !== undefined && !kindsThat('shared').includes(event as EventKind)) return;
  kept.push(line.slice(0, LONGEST_LINE).trimEnd());
  if (kept.length > KEPT_LINES) kept.shift();
}

/** Some thousand lines. */
const BACKLOG_BYTES = 1_000_000;

/**
 * Structured lines on stderr, as stdout belongs to the one line that says the station is ready. Through the process's own stream, which never
 * blocks: a write of the thread pool into a pipe that nobody reads would hold its thread, and the end of the process, for ever. What nobody
 * reads is dropped, and counted.
 */
export const openLog = (level: string, stderr: NodeJS.WriteStream = process.stderr): Log => {
  let dropped = 0;
  const write = (line: string) => {
    keep(line);
    if (stderr.writableLength + line.length > BACKLOG_BYTES) {
      dropped += 1;
      return;
    }
    if (dropped > 0)
      stderr.write(`${JSON.stringify({ level: 40, msg: `${dropped} lines were dropped: nobody read them` })}\n`);
    dropped = 0;
    stderr.write(line);
  };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
};

/** Every event is a line of the log: owners read the journal before they open the page. */
export const eventLog =
  (log: Log) =>
  ({ kind, severity, detail }: ToldEvent): void =>
    log[severity]({ event: kind }, detail);

/** Ignores EPIPE of closed output streams: a reader of the log that goes away must not stop the station. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error'); // a command that only prints ends there; a station does not
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET' && error.code !== 'EIO') throw error;
    });
  }
}
