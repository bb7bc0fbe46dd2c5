import { fieldOf } from '../base/json-text.ts';
import { type Sentence, sentence } from '../words/sentence.ts';
import { type Outcome, ours, type ReceiverAnswer } from './outcome.ts';
import type { Fetch } from './ports.ts';

export interface Question {
  url: string;
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
}

export interface Answer extends ReceiverAnswer {
  status: number;
  headers: Headers;
}

/**
 * Size limit of a receiver's answer: the list of a hundred stations, or a box of thirty sensors. A longer answer is not meant for a
 * weather station.
 */
const MOST_BYTES = 65_536;

/** Failure on the way to a receiver, or at it, in a sentence. Its message never holds an address with a key in it. */
export class WayError extends Error {
  constructor(readonly why: Sentence) {
    super(why.detail);
  }
}

/** One HTTP exchange. Ends in an answer or a `WayError`, whatever the receiver does. */
export async function exchange(
  fetch: Fetch,
  { url, method = 'GET', headers, body, signal }: Question,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual', // a key goes to nobody else
      signal,
      headers: { 'User-Agent': 'Weatherglass', Connection: 'close', ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, text: await textOf(response) };
  } catch (error) {
    throw new WayError(reasonOf(error, signal));
  }
}

async function textOf(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true }); // a body of a mark alone is not empty
  let text = '';
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
    if (bytes < MOST_BYTES) continue;
    reader.cancel().catch(() => {}); // nobody waits for the rest, nor for its end
    return text;
  }
}

const REASONS = {
  ENOTFOUND: 'way.unknown-name',
  EAI_AGAIN: 'way.name-unasked',
  ECONNREFUSED: 'way.refused',
  ECONNRESET: 'way.cut',
  EPIPE: 'way.cut',
  UND_ERR_SOCKET: 'way.cut',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'way.cut',
  ETIMEDOUT: 'way.late',
  UND_ERR_CONNECT_TIMEOUT: 'way.late',
  UND_ERR_HEADERS_TIMEOUT: 'way.late',
  UND_ERR_BODY_TIMEOUT: 'way.late',
  EHOSTUNREACH: 'way.none',
  ENETUNREACH: 'way.none',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'way.untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'way.untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'way.untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'way.untrusted',
  CERT_HAS_EXPIRED: 'way.expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'way.other-name',
} as const;
const isKnown = (code: string): code is keyof typeof REASONS => Object.hasOwn(REASONS, code);

/** By its code alone: messages of the network name addresses, and an address may hold a key. */
export function reasonOf(error: unknown, signal?: AbortSignal): Sentence {
  if (signal?.aborted) return sentence('way.late');
  const codes = [error, fieldOf(error, 'cause')].map((one) => fieldOf(one, 'code'));
  const code = codes.find((one) => typeof one === 'string');
  if (typeof code !== 'string') return sentence('way.unread');
  return isKnown(code) ? sentence(REASONS[code]) : sentence('way.failed', { failure: code });
}

/**
 * Outcome of an answer. `isYes` is the receiver's own definition of yes; a 2xx that does not meet it comes from a captive portal, a proxy or
 * another program at the address, and keeps the rows.
 */
export function judge(answer: Answer, isYes: boolean): Outcome {
  const { status, text, said, headers } = answer;
  const told = { status, text, ...(said && { said }) };
  if (isYes) return { kind: 'ok', ...told };
  if (status >= 200 && status < 300)
    return { ...ours(sentence('answer.unusual', { quote: text }), status), kind: 'retry' };
  if (status === 429 || status === 408 || status === 425 || status >= 500) {
    const afterS = retryAfterS(headers);
    return { kind: 'retry', ...(afterS !== null && { afterS }), ...told };
  }
  return { kind: OF_THE_ROWS.has(status) ? 'passed' : 'refused', ...told };
}

/** Statuses that may speak of one of these rows; any other speaks of the sender or the address. */
export const OF_THE_ROWS: ReadonlySet<number> = new Set([400, 409, 413, 422]);

/** Seconds, or a date by the receiver's own clock; null where there is neither. */
function retryAfterS(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const [atMs, nowMs] = [Date.parse(text), Date.parse(headers.get('date') ?? '')];
  return Number.isFinite(atMs) && Number.isFinite(nowMs) ? Math.max(0, (atMs - nowMs) / 1000) : null;
}
