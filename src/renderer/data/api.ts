import { signal } from '@preact/signals';
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

async function answer(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { cache: 'no-store', ...init });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiProblem(0, 'the station does not answer');
  }
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  throw new ApiProblem(response.status, body?.detail ?? response.statusText);
}

export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  return (await answer(path, signal ? { signal } : {})).text();
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return JSON.parse(await getText(path, signal)) as T;
}

/** Set while a change waits for the station's PIN; answered with null when the reader gives up. */
export const pinAsked = signal<((pin: string | null) => void) | null>(null);
let pin: string | null = null;

async function change<T>(path: string, method: 'POST' | 'DELETE', body?: unknown): Promise<T> {
  for (;;) {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (pin !== null) headers['x-weatherglass-pin'] = pin;
    try {
      const init: RequestInit = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return (await (await answer(path, init)).json()) as T;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
      pin = await new Promise<string | null>((resolve) => {
        pinAsked.value = resolve;
      });
      if (pin === null) throw error;
    }
  }
}

export const post = <T>(path: string, body?: unknown): Promise<T> => change<T>(path, 'POST', body);
export const remove = <T>(path: string): Promise<T> => change<T>(path, 'DELETE');
