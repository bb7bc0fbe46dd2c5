import type { ErrorBody } from '../../contract/common.ts';

/** What the station refused, in its own words. Status 0: it did not answer at all. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

/** The reader was asked for the PIN and would rather not: nothing was changed, and nobody needs to be told. */
export class GivenUp extends Error {}

/** New with every sample: a tag would be one more thing to send. */
const TELEMETRY = '/api/telemetry';
const MOST_KEPT = 24;
const LONGEST_KEPT = 100_000;

/** Asks the reader for the station's PIN; null when the reader gives up. `wasWrong` says that one was tried and refused. */
export type AskPin = (wasWrong: boolean) => Promise<string | null>;

export interface Api {
  getText(path: string, signal?: AbortSignal): Promise<string>;
  getJson<T>(path: string, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  remove<T>(path: string): Promise<T>;
}

/**
 * Questions to the station, and changes of it. A station that wants its PIN answers 401; the reader is then asked, by one
 * question at a time however many changes wait, and a PIN is kept (until the page closes) only once the station took it:
 * every wrong try counts against this address.
 */
export function createApi(fetch: typeof globalThis.fetch, askPin: AskPin): Api {
  // Kept here and not by the browser, which would write every answer to the card of the wall's own computer.
  const known = new Map<string, { tag: string; text: string }>();
  let pin: string | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let timesGivenUp = 0;

  async function answer(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(path, { cache: 'no-store', ...init });
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
      throw new ApiProblem(0, 'the station does not answer');
    }
    if (response.ok || response.status === 304) return response;
    const body = (await response.json().catch(() => null)) as ErrorBody | null; // a proxy's own page is not ours to quote
    throw new ApiProblem(response.status, body?.detail ?? response.statusText);
  }

  /** A question that is put again says what it was answered last; unchanged, the answer is not sent a second time. */
  async function getText(path: string, signal?: AbortSignal): Promise<string> {
    const last = known.get(path);
    const response = await answer(path, {
      ...(signal && { signal }),
      ...(last && { headers: { 'if-none-match': last.tag } }),
    });
    known.delete(path);
    const text = response.status === 304 && last ? last.text : await response.text();
    const tag = response.status === 304 ? last?.tag : response.headers.get('etag');
    if (tag && path !== TELEMETRY && text.length <= LONGEST_KEPT) known.set(path, { tag, text });
    // The newest stand last: what was not asked for longest goes first.
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
    return text;
  }

  async function change<T>(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const send = async (withPin: string | null): Promise<T> => {
      const headers: Record<string, string> = {};
      if (body !== undefined) headers['content-type'] = 'application/json';
      if (withPin !== null) headers['x-weatherglass-pin'] = withPin;
      const init: RequestInit = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return (await (await answer(path, init)).json()) as T;
    };
    const first = pin;
    try {
      return await send(first);
    } catch (error) {
      if (!isWrongPin(error)) throw error;
    }
    const askedBefore = timesGivenUp;
    const mine = turn.then(() => {
      if (timesGivenUp !== askedBefore) throw new GivenUp();
      return withPinOf(send, first);
    });
    turn = mine.catch(() => undefined); // whoever comes next has a turn, however this one ended; `mine` tells its own caller
    return mine;
  }

  /** Sends with a PIN that another change has proved meanwhile, else with what the reader enters, until it is taken. */
  async function withPinOf<T>(send: (pin: string) => Promise<T>, refused: string | null): Promise<T> {
    let last = refused;
    for (;;) {
      if (pin === last) pin = null;
      const next = pin ?? (await askPin(last !== null));
      if (next === null) {
        timesGivenUp++;
        throw new GivenUp();
      }
      try {
        const done = await send(next);
        pin = next;
        return done;
      } catch (error) {
        if (!isWrongPin(error)) throw error;
        last = next;
      }
    }
  }

  return {
    getText,
    getJson: async <T>(path: string, signal?: AbortSignal) => JSON.parse(await getText(path, signal)) as T,
    post: (path, body) => change('POST', path, body),
    remove: (path) => change('DELETE', path),
  };
}

const isWrongPin = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;
