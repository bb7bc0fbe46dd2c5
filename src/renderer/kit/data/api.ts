import { SerialQueue } from '../../../base/serial-queue.ts';
import type { ErrorBody } from '../../../contract/common.ts';
import { tag } from '../language.ts';

/** Code of the refusal while the station starts. */
export const NOT_STARTED = 'refusal.not-started';

/** Error answer of the station, in its own words. Status 0: no answer at all. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    detail: string,
    /** Field errors of a refusal. */
    readonly reasons: readonly { loc: readonly (string | number)[]; msg: string }[] = [],
    /** Whole answer of the refusal. */
    readonly body: unknown = null,
  ) {
    super(detail);
  }
  /** Refusal of a station that starts: the answer follows by itself. A database that is away answers 503, too. */
  get isOfStart(): boolean {
    return (this.body as ErrorBody | null)?.code === NOT_STARTED;
  }
}

/** The reader cancelled the question for the PIN: there is nothing to tell. */
export class GivenUp extends Error {}

/** Path without ETags: its answer is new with every sample. */
const TELEMETRY = '/api/telemetry';
const WRITTEN_WITHIN_MS = 20_000;
const WORKED_WITHIN_MS = 900_000;
/** Window for repeating a request with the same key; after it, the same request is meant anew (it rains again). */
const AGAIN_WITHIN_MS = 120_000;
const MOST_KEPT = 24;
const LONGEST_KEPT = 100_000;

/** Asks the reader of one change for the station's PIN. */
interface PinAsker {
  /** Null when the reader gives up. `wasWrong` says that one was tried and refused. */
  ask(wasWrong: boolean): Promise<string | null>;
  /** Aborted when the reader gives up, also while the station judges the PIN. */
  readonly givenUp: AbortSignal;
  /** End of the questions: the station has judged the PIN, or long work has begun with it. */
  over(): void;
}

type Method = 'POST' | 'DELETE' | 'PATCH';
type Asked = RequestInit & { headers?: Record<string, string> };

export type Api = ReturnType<typeof createApi>;

/**
 * Client of the API: reads and changes. A station that wants its PIN answers 401; the reader is then asked, by one question at a time
 * however many changes wait. The PIN is kept until the page closes, but only after the station took it: every wrong try counts against
 * this address.
 */
export function createApi(
  fetch: typeof globalThis.fetch,
  /** Called where a change begins. Null where a login guards changes: then a 401 is the answer. */
  pinAsker: (() => PinAsker) | null,
  silent: () => string,
  /** Language, region and units of sentences. */
  spoken: () => string = () => tag,
) {
  // Kept here and not by the browser, which would write every answer to the card of the wall's own computer.
  const known = new Map<string, { tag: string; text: string }>();
  let pin: string | null = null;
  const questions = new SerialQueue();
  let timesGivenUp = 0;
  /** Idempotency keys of changes whose answer was lost. */
  const unsure = new Map<string, { key: string; untilMs: number }>();

  const unanswered = (body?: unknown): ApiProblem => new ApiProblem(0, silent(), [], body);
  /** Network failure of a request, also in the middle of its answer. */
  const cut = (cause: unknown): never => {
    throw cause instanceof DOMException && cause.name === 'AbortError' ? cause : unanswered();
  };

  /** The station's own sentences come in the language of the page, whatever the browser likes best. */
  async function answer(path: string, { headers, ...init }: Asked): Promise<Response> {
    const asked = { cache: 'no-store', ...init, headers: { 'accept-language': spoken(), ...headers } } as const;
    const response = await fetch(path, asked).catch(cut);
    if (response.ok || response.status === 304) return response;
    const { status } = response;
    const body = (await response.json().catch(() => null)) as ErrorBody | null;
    if (body?.detail) throw new ApiProblem(status, body.detail, body.errors, body);
    // A proxy's own page is not ours to quote, but its number is. From 500 on it had nothing from the station to hand on.
    throw status < 500 ? new ApiProblem(status, `HTTP ${status}`, [], body) : unanswered(body);
  }

  /** GET with the ETag of the last answer: an unchanged answer is not sent again. */
  async function getText(path: string, signal?: AbortSignal): Promise<string> {
    const last = known.get(path);
    const response = await answer(path, {
      ...(signal && { signal }),
      ...(last && { headers: { 'if-none-match': last.tag } }),
    });
    known.delete(path);
    const text = response.status === 304 && last ? last.text : await response.text().catch(cut);
    const tag = response.status === 304 ? last?.tag : response.headers.get('etag');
    if (tag && path !== TELEMETRY && text.length <= LONGEST_KEPT) known.set(path, { tag, text });
    // The newest stand last: what was not asked for longest goes first.
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
    return text;
  }

  /** Sends a change. Repeated after a lost answer it keeps its key, and is not done twice. After any success the same request is a new change. */
  async function change<T>(method: Method, path: string, body?: unknown, more = {}, withinMs?: number): Promise<T> {
    const what = JSON.stringify([method, path, body]);
    // A page over plain HTTP has no `crypto.randomUUID`.
    const before = unsure.get(what);
    const isAgain = before && performance.now() < before.untilMs;
    const key = isAgain ? before.key : Math.random().toString(36).slice(2) + Date.now();
    try {
      const done = await ask<T>(method, path, body, { 'idempotency-key': key, ...more }, withinMs);
      unsure.clear();
      return done;
    } catch (error) {
      // Given up while it was judged, it may have been done.
      if (error instanceof GivenUp || (error instanceof ApiProblem && LOST.has(error.status)))
        unsure.set(what, { key, untilMs: performance.now() + AGAIN_WITHIN_MS });
      throw error;
    }
  }

  async function ask<T>(
    method: Method,
    path: string,
    body: unknown,
    more: Readonly<Record<string, string>>,
    withinMs = WRITTEN_WITHIN_MS,
    givenUp?: AbortSignal,
  ): Promise<T> {
    const send = async (withPin: string | null, stop?: AbortSignal): Promise<T> => {
      const headers: Record<string, string> = { ...more };
      const isFile = body instanceof Blob;
      if (body !== undefined) headers['content-type'] = isFile ? 'application/octet-stream' : 'application/json';
      if (withPin !== null) headers['x-weatherglass-pin'] = withPin;
      const limit = givenUp ?? AbortSignal.timeout(withinMs); // of one try: the reader may take longer over a PIN
      const signal = stop && 'any' in AbortSignal ? AbortSignal.any([limit, stop]) : limit; // not in Safari before 17.4
      const init: Asked = {
        method,
        headers,
        signal,
        ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      };
      const response = await answer(path, init);
      if (response.status === 204) return null as T;
      return (await response.json().catch(() => Promise.reject(unanswered()))) as T;
    };
    const asker = pinAsker?.();
    const first = pin;
    try {
      return await send(first);
    } catch (error) {
      if (!asker || !isRefusal(error, 401)) throw error;
    }
    const askedBefore = timesGivenUp;
    return questions.take(async () => {
      if (timesGivenUp !== askedBefore) throw new GivenUp();
      const isLong = givenUp !== undefined || withinMs > WRITTEN_WITHIN_MS;
      try {
        return await withPinOf(send, first, asker, isLong);
      } catch (error) {
        if (!asker.givenUp.aborted) throw error;
        timesGivenUp++;
        throw new GivenUp();
      } finally {
        asker.over();
      }
    });
  }

  /** Sends with a PIN that another change has proved meanwhile, else with what the reader enters, until it is taken. */
  async function withPinOf<T>(
    send: (pin: string, stop: AbortSignal) => Promise<T>,
    refused: string | null,
    asker: PinAsker,
    isLong: boolean,
  ): Promise<T> {
    let last = refused;
    for (;;) {
      if (pin === last) pin = null;
      const next = pin ?? (await asker.ask(last !== null));
      if (next === null) throw new GivenUp();
      if (isLong) asker.over(); // its answer tells of the PIN only when the work is done
      try {
        const done = await send(next, asker.givenUp);
        pin = next;
        return done;
      } catch (error) {
        if (isRefusal(error, 409, 412, 422)) pin = next; // of what was sent: the station takes the PIN before it reads that
        if (!isRefusal(error, 401)) throw error;
        last = next;
      }
    }
  }

  return {
    getText,
    /**
     * Sends a change, with a timeout and an Idempotency-Key. A lost answer does not mean that nothing was done; a repeat is not done twice.
     */
    post: <T>(path: string, body?: unknown) => change<T>('POST', path, body),
    /** The same for work of minutes. */
    work: <T>(path: string) => change<T>('POST', path, undefined, {}, WORKED_WITHIN_MS),
    /** Sends a file, however long that takes, until the reader cancels. Send a small change before it: behind a large file the PIN would be asked for too late. */
    upload: <T>(path: string, file: Blob, signal: AbortSignal) => ask<T>('POST', path, file, {}, undefined, signal),
    remove: <T>(path: string) => change<T>('DELETE', path),
    patch: <T>(path: string, body: unknown, headers?: Readonly<Record<string, string>>) =>
      change<T>('PATCH', path, body, headers),
  };
}

/** No answer, or the hub's word that it had none from its database. */
const LOST = new Set([0, 502, 504]);
/** Refusal of the station's own, which knows the PIN; a proxy's 401 wants a login of its own. */
const isRefusal = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ApiProblem && statuses.includes(error.status) && !!(error.body as ErrorBody | null)?.detail;
