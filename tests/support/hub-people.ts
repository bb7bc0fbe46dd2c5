import { scryptHash } from '../../src/http/scrypt.ts';
import type { People } from '../../src/hub/access/people.ts';
import { peopleFile } from '../../src/hub/access/people.ts';
import type { Role } from '../../src/hub/access/roles.ts';
import type { HubHere } from './hub-here.ts';

export interface TestPerson {
  name: string;
  role: Role;
  groups?: string[];
}

export const PASSWORD = 'a long password';
let hash: Promise<string> | null = null;

/** People of a hub in a test; all of them have one password. */
export async function withPeople(folder: string, people: readonly TestPerson[], nowS = 1000): Promise<void> {
  hash ??= scryptHash(PASSWORD);
  const known = await hash;
  await peopleFile(folder).change((before) => {
    const all = people.reduce((list: People, { name, role, groups = [] }) => {
      const added = list.added({ name, role, groups }, known, nowS);
      if (typeof added === 'string') throw new Error(added);
      return added;
    }, before);
    return { list: all };
  });
}

/** Cookie of a person who has just logged in. */
export async function loggedIn(hub: HubHere, name: string, password = PASSWORD): Promise<string> {
  const response = await sent(hub, 'POST', '/api/session', { name, password });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.headers.get('set-cookie')!.split(';')[0]!;
}

export function sent(
  hub: HubHere,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const json = { 'Content-Type': 'application/json', ...headers };
  return fetch(hub.url + path, { method, headers: json, ...(body !== undefined && { body: JSON.stringify(body) }) });
}
