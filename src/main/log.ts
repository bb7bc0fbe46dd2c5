import pino, { type Logger } from 'pino';

export type Log = Logger;

/** Structured lines on stderr: stdout belongs to the one line that says the station is ready. */
export const openLog = (level: string): Log =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: false }));
