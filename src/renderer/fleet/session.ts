import { computed } from '@preact/signals';
import type { HubSession } from '../../contract/fleet-people.ts';
import { tag } from '../language.ts';
import { resource } from './ask.ts';
import { t } from './texts/fleet.ts';

/** Session of the page's reader, asked again so that one that ended is seen. */
export const asked = resource<HubSession>(() => '/api/session', 60);
/** Null until the hub has answered. */
export const session = computed(() => asked.value.value);

export const may = (permission: string): 'all' | 'own' | 'none' => session.value?.may[permission] ?? 'none';
export const mustLogIn = computed(() => session.value?.role === 'public');

/** A refusal of the hub, in its own sentence. */
export class Refused extends Error {}

/** Sends a change, and answers what the hub says to it. */
export async function send<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    cache: 'no-store',
    headers: { 'Accept-Language': tag, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refused(t.fleet.away);
  });
  const text = await response.text();
  // Answers of a proxy in the hub's place are no JSON, and not for readers.
  const answer: unknown = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : null;
  if (response.ok) return answer as T;
  if (response.status === 422 && typeof answer === 'object' && answer !== null && 'faults' in answer)
    return answer as T;
  const { detail = response.statusText } = (answer ?? {}) as { detail?: string };
  throw new Refused(detail);
}
