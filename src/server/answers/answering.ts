import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Steps } from '../../base/steps.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { IdempotencyHeaders } from '../../contract/requests.ts';
import { refusedBy } from '../../http/api-error.ts';
import { sendJsonText, wireSteps, wireText } from '../../http/json.ts';
import { speakerFor } from '../../http/language.ts';
import { Packed, sendPacked } from '../../http/packed.ts';
import { parse } from '../../http/validation.ts';
import type { Refusal, StationApi } from '../../station/api.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import { IdempotencyKeys } from '../limits/idempotency-keys.ts';
import { PendingBytes } from '../limits/pending-bytes.ts';
import { markLanguage, questionOf } from '../request/language.ts';
import type { Core } from './core.ts';
import { LockWait } from './lock-wait.ts';
import type { Lasting } from './shared-answers.ts';

/** Request of an endpoint, with `of`, the facet that answers it. */
export interface Ask<E extends Endpoint, F> {
  of: F;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  params: z.output<E['params']>;
  /** Words and formats of the reader's language, for an answer that has sentences. */
  speaker: Speaker;
}
/** Request of a change. */
interface AskChange<E extends Endpoint, F> extends Ask<E, F> {
  /** When it came, by the clock of the station: it may have waited for a lock. */
  cameS: number;
}
type Answer<E extends Endpoint> = z.input<E['answer']> | Refusal;
/** Ways to answer a request: at once, later, or in steps that let other requests run between. */
type Respond<E extends Endpoint, A> = (ask: A) => Answer<E> | Promise<Answer<E>> | Steps<Answer<E>>;

/** Binds an endpoint's words to the one question it asks of a facet of the station. */
export interface Answering<F> {
  /** Reading. `lasting` says how long equal questions share an answer; null: only those that come while it is made. */
  read<E extends Endpoint>(
    endpoint: E,
    respond: Respond<E, Ask<E, F>>,
    lasting?: Lasting | null | ((query: z.output<E['query']>) => Lasting),
  ): void;
  /** Changing. Whatever was answered before may not hold any more, neither when it begins nor when it is done. */
  change<E extends Endpoint>(endpoint: E, respond: Respond<E, AskChange<E, F>>): void;
}

/** Region of a reader: moments in the station's zone, temperatures in its units. */
const readerOf = ({ timeZone, units }: StationApi) => ({ zone: timeZone, units });

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'string';

function unlessRefused<A>(answer: A): Exclude<A, Refusal> {
  if (isRefusal(answer)) throw refusedBy(answer);
  return answer as Exclude<A, Refusal>;
}

const inSteps = (answer: unknown): answer is Steps<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.iterator in answer && 'next' in answer;

/**
 * `started` is asked before anything is read or judged: from process start until it is there every endpoint of the station fails in
 * the same way, whatever was sent to it.
 */
export function answering(core: Core, shutdown: AbortSignal, idempotencyKeys = new IdempotencyKeys(core.clock)) {
  const { app, started, readBody, shared, quota, clock } = core;
  const pendingBytes = new PendingBytes(clock);
  const lockWait = new LockWait(clock, shutdown);
  return <F>(facet: (station: StationApi) => F): Answering<F> => {
    const asked = <E extends Endpoint>(endpoint: E, req: Request, from: StationApi, speaker: Speaker): Ask<E, F> => ({
      of: facet(from),
      query: parse<E['query']>(endpoint.query, req.query, 'query'),
      body: parse<E['body']>(endpoint.body, req.body, 'body'),
      params: parse<E['params']>(endpoint.params, req.params, 'path'),
      speaker,
    });

    const packed = async <E extends Endpoint>(
      req: Request,
      ask: Ask<E, F>,
      respond: Respond<E, Ask<E, F>>,
    ): Promise<Packed> => {
      // Worked out and written in one: what waited between would hold all that was read.
      const value = await quota.computed(req, function* () {
        pendingBytes.admit(req);
        const answer = respond(ask);
        if (answer instanceof Promise) return answer;
        return yield* wireSteps(unlessRefused(inSteps(answer) ? yield* answer : answer));
      });
      if (Buffer.isBuffer(value)) return new Packed(value);
      const late = unlessRefused(await value);
      return new Packed(await quota.charged(req, () => wireSteps(late)));
    };

    return {
      read(endpoint, respond, lasting = 'until the next sample') {
        app.get(endpoint.path, async (req, res) => {
          const from = started();
          const speaker = endpoint.worded ? speakerFor(req, readerOf(from)) : ENGLISH;
          const ask = asked(endpoint, req, from, speaker instanceof Promise ? await speaker : speaker);
          const lasts = typeof lasting === 'function' ? lasting(ask.query) : lasting;
          const answer = await shared.take(questionOf(req), from, lasts, () => packed(req, ask, respond));
          pendingBytes.hold(req, res, answer.plain.length);
          markLanguage(req, res);
          await sendPacked(req, res, answer);
        });
      },

      change(endpoint, respond) {
        const handlers: RequestHandler[] = [
          (_req: Request, _res: Response, next) => {
            started();
            shared.changed();
            next();
          },
          ...(endpoint.method === 'post' || endpoint.method === 'patch' ? [readBody] : []),
          async (req: Request, res: Response) => {
            const from = started();
            const ask = asked(endpoint, req, from, await speakerFor(req, readerOf(from)));
            // By the clock in force when it is stored: one that was set meanwhile has moved what was stored before.
            const late = (waitedS: number) => respond({ ...ask, cameS: from.nowS() - waitedS });
            const act = async () => Buffer.from(wireText(unlessRefused(await lockWait.run(late))));
            const given = { 'Idempotency-Key': req.get('idempotency-key') };
            const { 'Idempotency-Key': key } = parse(IdempotencyHeaders, given, 'header');
            const text = await (key ? idempotencyKeys.once(endpoint, key, [req.originalUrl, req.body], act) : act());
            shared.changed();
            sendJsonText(res, text);
          },
        ];
        app[endpoint.method](endpoint.path, ...handlers);
      },
    };
  };
}
