import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { z } from 'zod';
import { jsonOf } from '../../base/json-text.ts';
import { whole } from '../../http/body.ts';
import { EngineError } from './engine.ts';

/** Timeouts of the engine: for its version, for storing a batch, for a query, for a flush to disk. */
const TIMEOUTS = { meetMs: 5_000, writeMs: 15_000, readMs: 60_000 };
export type Timeouts = typeof TIMEOUTS;
/** An answer of 10,000 stations is a tenth of it. */
const MOST_BYTES = 256 * 1024 * 1024;
const FULL = /no space left|read-only mode|disk quota|insufficient storage/i;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Question {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  body?: { type: string; text: string };
  withinMs: number;
}

/** HTTP client of an engine on this machine or next to it. An engine that cannot be reached is `down`, whatever the reason. */
export class EngineClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  constructor(
    private readonly base: URL,
    private readonly timeouts = TIMEOUTS,
  ) {}

  /** Health check that every engine answers at once. */
  meet(path: string): Promise<Answer> {
    return this.#ask({ method: 'GET', path, withinMs: this.timeouts.meetMs });
  }

  get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return this.#ask({ method: 'GET', path, query, withinMs: this.timeouts.readMs });
  }

  /** Questions go as a form: a fleet's may be longer than an address. */
  form(path: string, fields: Record<string, string>): Promise<Answer> {
    const body = { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() };
    return this.#ask({ method: 'POST', path, body, withinMs: this.timeouts.readMs });
  }

  write(path: string, query: Record<string, string>, lines: string): Promise<Answer> {
    const body = { type: 'text/plain; charset=utf-8', text: lines };
    return this.#ask({ method: 'POST', path, query, body, withinMs: this.timeouts.writeMs });
  }

  async #ask(question: Question): Promise<Answer> {
    try {
      return await this.#once(question, this.#agent);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      // A kept connection that the engine had closed meanwhile (it was started again): all we ask may be asked twice. Those kept
      // beside it are as old, so the second time goes without them.
      return this.#once(question, false);
    }
  }

  #once({ method, path, query = {}, body, withinMs }: Question, agent: Agent | false): Promise<Answer> {
    const url = new URL(this.base);
    url.pathname = url.pathname.replace(/\/$/, '') + path;
    url.search = new URLSearchParams(query).toString();
    const headers = body ? { 'Content-Type': body.type } : {};
    return new Promise((resolve, reject) => {
      const asked = request(url, { method, agent, headers, signal: AbortSignal.timeout(withinMs) });
      asked.once('error', (error: NodeJS.ErrnoException) => {
        const stale = asked.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        reject(
          stale ? new StaleConnection() : new EngineError('down', `the engine cannot be reached: ${whyDown(error)}`),
        );
      });
      asked.once('response', (response) => {
        const { statusCode: status = 0, headers } = response;
        whole(response, MOST_BYTES, tooLong).then(
          (text) => resolve({ status, headers, text: text.toString('utf8') }),
          (error) => {
            response.destroy(); // the rest of it would stay in memory, and hold the connection
            reject(error instanceof EngineError ? error : brokenOff());
          },
        );
      });
      asked.end(body?.text);
    });
  }
}

class StaleConnection extends Error {}

const whyDown = (error: NodeJS.ErrnoException): string =>
  error.name === 'TimeoutError' || error.name === 'AbortError'
    ? 'it did not answer in time'
    : (error.code ?? error.message);

const tooLong = (): EngineError =>
  new EngineError('refused', `an answer of the engine is longer than ${MOST_BYTES} bytes`);
const brokenOff = (): EngineError => new EngineError('down', 'the engine broke off its answer');

/** Returns an answer of success. A full disk is known by its words; any other 5xx is an engine that is not well. */
export function accepted(answer: Answer): Answer {
  const { status, text } = answer;
  if (status >= 200 && status < 300) return answer;
  const reason = text.trim().split('\n')[0]!.slice(0, 300);
  if (FULL.test(text) || status === 507) throw new EngineError('full', `the engine has no room: ${reason}`);
  if (status >= 500) throw new EngineError('down', `the engine answers ${status}: ${reason}`);
  throw new EngineError('refused', `the engine answers ${status}: ${reason}`);
}

/** Checks that rows were taken: both engines say so by 204 alone. A login page or a redirect comes from a proxy in their place. */
export function stored(answer: Answer): void {
  const { status } = answer;
  if (status === 204) return;
  if (status < 400 || status === 401 || status === 403)
    throw new EngineError('down', `this is no answer of an engine to rows: ${status}`);
  accepted(answer);
}

/** Parses an engine's JSON. A 200 of something else (a proxy's page, an empty answer) counts as no engine. */
export function parsed<S extends z.ZodType>({ text }: Pick<Answer, 'text'>, schema: S): z.infer<S> {
  const read = schema.safeParse(jsonOf(text));
  if (read.success) return read.data;
  throw new EngineError('down', `this is no answer of an engine: ${JSON.stringify(text.slice(0, 80))}`);
}
