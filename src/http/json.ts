import type { ServerResponse } from 'node:http';
import type { Steps } from '../base/steps.ts';

/** Beyond this a double has no sixth decimal left to round. */
const ROUNDABLE = Number.MAX_SAFE_INTEGER / 1e6;

const wireNumber = (x: number): number | null => {
  if (Number.isInteger(x)) return x;
  if (!Number.isFinite(x)) return null;
  return Math.abs(x) < ROUNDABLE ? Math.round(x * 1e6) / 1e6 : x;
};

/**
 * The one place where NaN and infinities become null and floats lose what is behind their sixth decimal. A copy with rounded
 * numbers and a plain stringify are several times faster than a replacer function.
 */
export function toWire(value: unknown): unknown {
  if (typeof value === 'number') return wireNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toWire);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>, wireNumber);
  if ('toJSON' in value && typeof value.toJSON === 'function') return toWire(value.toJSON());
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) define(copy, key, toWire((value as Record<string, unknown>)[key]));
  return copy;
}

/** `__proto__` as data must stay data. */
const define = (target: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true });
  else target[key] = value;
};

/** Number of list items written in one step. */
const CHUNK = 1000;
/** Depth to which lists get steps of their own: `series.temperature`, `targets.humidity`. */
const DEPTH = 2;

/** The same text as bytes, made in steps. */
export function* wireSteps(value: unknown): Steps<Buffer> {
  const pieces: Buffer[] = [];
  yield* write(value, DEPTH, (text) => pieces.push(Buffer.from(text)));
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

function* write(value: unknown, depth: number, tell: (text: string) => void): Steps<void> {
  if (Array.isArray(value) && value.length > CHUNK) {
    for (let i = 0; i < value.length; i += CHUNK) {
      tell((i === 0 ? '[' : ',') + wireText(value.slice(i, i + CHUNK)).slice(1, -1));
      yield;
    }
    tell(']');
  } else if (depth > 0 && isPlain(value) && Object.values(value).some(hasLongList)) {
    let before = '{';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      tell(`${before}${JSON.stringify(key)}:`);
      yield* write(member, depth - 1, tell);
      before = ',';
    }
    tell('}');
  } else tell(wireText(value));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('toJSON' in value);

const hasLongList = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > CHUNK : isPlain(value) && Object.values(value).some(Array.isArray);

export const wireText = (value: unknown): string => JSON.stringify(toWire(value));

export const JSON_TYPE = 'application/json; charset=utf-8';

export function sendJson(res: ServerResponse, value: unknown, status = 200): void {
  sendJsonText(res, Buffer.from(wireText(value)), status);
}

/** Readings are never fresh twice, so nothing on the way may keep them. */
export function sendJsonText(res: ServerResponse, text: Buffer, status = 200): void {
  res.writeHead(status, { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', 'Content-Length': text.length });
  res.end(text);
}
