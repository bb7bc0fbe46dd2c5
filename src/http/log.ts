import type { ServerResponse } from 'node:http';
import type { Clock } from '../base/clock.ts';

/** The subset of pino that the server uses. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const ids = new WeakMap<ServerResponse, string>();
let lastId = 0;

/** Request id, made on first use, so that requests without a log line cost nothing. */
export function requestId(res: ServerResponse): string {
  const known = ids.get(res);
  if (known) return known;
  lastId += 1;
  const id = lastId.toString(36).padStart(4, '0');
  ids.set(res, id);
  return id;
}

const WINDOW_MS = 60_000;
const MOST_MESSAGES = 200;

/**
 * Warnings and errors of the same words within a minute are counted, and told with the next one that is written. What counts as
 * the same is decided by their path, or by the field `fold`, which is not written.
 */
export function foldRepeats(log: Log, clock: Clock): Log {
  const seen = new Map<string, { sinceMs: number; repeats: number }>();
  const folded = (level: 'warn' | 'error') => (fields: { path?: unknown; fold?: unknown }, message: string) => {
    const { fold, ...told } = fields;
    const key = `${level} ${String(fold ?? fields.path ?? '')} ${message}`;
    const nowMs = clock.steadyMs();
    const last = seen.get(key);
    if (last && nowMs - last.sinceMs < WINDOW_MS) {
      last.repeats += 1;
      return;
    }
    if (seen.size >= MOST_MESSAGES) seen.delete(seen.keys().next().value ?? '');
    seen.delete(key); // set again, so that the map's order is that of time
    seen.set(key, { sinceMs: nowMs, repeats: 0 });
    log[level](last && last.repeats > 0 ? { ...told, repeats: last.repeats } : told, message);
  };
  return {
    info: (fields, message) => log.info(fields, message),
    warn: folded('warn'),
    error: folded('error'),
  };
}

const LONGEST_PATH = 80;

/** Path in a log line: its beginning alone, since a client may send any length. */
export const shortPath = (path: string): string =>
  path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}… (${path.length} characters)` : path;
