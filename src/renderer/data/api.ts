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

export async function post<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method: 'POST' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  return (await answer(path, init)).json() as Promise<T>;
}

export async function remove<T>(path: string): Promise<T> {
  return (await answer(path, { method: 'DELETE' })).json() as Promise<T>;
}
