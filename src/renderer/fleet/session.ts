import { computed } from '@preact/signals';
import type { HubSession } from '../../contract/fleet-people.ts';
import { ApiProblem } from '../kit/data/api.ts';
import { api, catchUp, resource } from './ask.ts';

/** Session of the page's reader, asked again so that one that ended is seen. */
export const asked = resource<HubSession>(() => '/api/session', 60);
/** Null until the hub has answered. */
export const session = computed(() => asked.value.value);

export const may = (permission: string): 'all' | 'own' | 'none' => session.value?.may[permission] ?? 'none';
export const mustLogIn = computed(() => session.value?.role === 'public');

const CHANGES = { POST: api.post, PATCH: api.patch, DELETE: api.remove } as const;

/** Sends a change, and answers what the hub says to it. A list with faults is an answer like another: its reader mends it. */
export async function send<T>(method: keyof typeof CHANGES, path: string, body?: unknown): Promise<T> {
  try {
    return await CHANGES[method]<T>(path, body);
  } catch (error) {
    const told = error instanceof ApiProblem && error.status === 422 ? error.body : null;
    if (typeof told === 'object' && told !== null && 'faults' in told) return told as T;
    throw error;
  }
}

/** The same, after which whatever the page shows is asked for again. */
export async function change<T>(...what: Parameters<typeof send>): Promise<T> {
  const told = await send<T>(...what);
  catchUp.value++;
  return told;
}
