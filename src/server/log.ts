import type { ServerResponse } from 'node:http';
import type { Clock } from '../station/clock.ts';

/** As much of pino as the server needs. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const ids = new WeakMap<ServerResponse, string>();
let lastId = 0;

/** Given to a request the first time somebody asks, so the ones nobody writes about cost nothing. */
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

/** Warnings and errors of the same words within a minute are counted, and told with the next one that is written. */
export function foldRepeats(log: Log, clock: Clock): Log {
  const seen = new Map<string, { sinceMs: number; repeats: number }>();
  const folded = (level: 'warn' | 'error') => (fields: object, message: string) => {
    const path = 'path' in fields ? String(fields.path) : '';
    const key = `${level} ${path} ${message}`;
    const nowMs = clock.steadyMs();
    const last = seen.get(key);
    if (last && nowMs - last.sinceMs < WINDOW_MS) {
      last.repeats += 1;
      return;
    }
    if (seen.size >= MOST_MESSAGES) seen.clear();
    seen.set(key, { sinceMs: nowMs, repeats: 0 });
    log[level](last && last.repeats > 0 ? { ...fields, repeats: last.repeats } : fields, message);
  };
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: folded('warn'),
    error: folded('error'),
  };
}
