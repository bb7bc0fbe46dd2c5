import { type RequestHandler, Router } from 'express';
import type { Clock } from '../../base/clock.ts';
import { TokenBuckets } from '../../base/token-buckets.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { clientAddress, limitKey } from '../../http/addresses.ts';
import type { Guesses } from '../../http/guesses.ts';
import { type Log, requestId, shortPath } from '../../http/log.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import type { ServerSettings } from '../server-settings.ts';
import { changesSomething } from './guard.ts';
import { writeAccess } from './write-access.ts';

/** Gate for changes: PIN, origin, rate. Reading passes. */
export function changesGate(settings: ServerSettings, clock: Clock, log: Log, guesses: Guesses): RequestHandler {
  const gate = Router();
  gate.use(noted(clock, log));
  gate.use(rateLimit(settings.writeLimit, clock, 'changes'));
  gate.use(writeAccess(settings, guesses));
  return (req, res, next) => (changesSomething(req.method) ? gate(req, res, next) : next());
}

/** Questions that are asked by POST because few may ask them, every few seconds while a person looks. */
const QUESTIONS: ReadonlySet<string> = new Set([endpoints.mqttTopics.path]);

/** Log limit per address: of a thousand labels by a script, not every one is a line. */
const TOLD_ONE_BY_ONE = { burst: 60, perMinute: 10 };

/**
 * Audit log: one line for each change and its outcome, never its content, which may hold a PIN or a note. Refusals of one kind to one
 * address, and changes faster than by hand, are one line a minute, so that a client cannot flood the log.
 */
function noted(clock: Clock, log: Log): RequestHandler {
  const oneByOne = new TokenBuckets(TOLD_ONE_BY_ONE, clock);
  return (req, res, next) => {
    const startedMs = clock.steadyMs();
    const { method } = req;
    const path = shortPath(req.path);
    const isQuestion = QUESTIONS.has(req.path);
    res.once('finish', () => {
      const ms = Math.round(clock.steadyMs() - startedMs);
      const address = clientAddress(req);
      const { statusCode: status } = res;
      const line = { id: requestId(res), method, path, status, ms, address };
      const key = limitKey(address);
      if (status < 400 && isQuestion) return;
      if (status < 400 && oneByOne.take(key) === 0) log.info(line, 'change');
      else if (status < 400) log.warn({ ...line, fold: `accepted ${key}` }, 'many changes, told once a minute');
      else log.warn({ ...line, fold: `${status} ${key}` }, 'change refused');
    });
    next();
  };
}
