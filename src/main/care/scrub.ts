import type { Settings } from '../../contract/settings.ts';
import type { Config } from '../../station/config.ts';
import { isSecret } from '../../station/settings/describe.ts';

const GONE = '…';
const LEAST_SECRET = 3;

/** Every value of a setting that must not leave the house, however it came to be set. */
export function secretsOf(config: Config): string[] {
  const found: string[] = [];
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value)) walk(inner, key === '' ? name : `${key}.${name}`);
    } else if (isSecret(key) && value !== null && String(value).length >= LEAST_SECRET) found.push(String(value));
  };
  walk(config, '');
  return found;
}

/** Text as it may be shown to a stranger: no secrets, no user or password in an address. */
export function scrubbed(text: string, secrets: readonly string[]): string {
  const without = secrets.reduce((left, secret) => left.replaceAll(secret, GONE), text);
  return without.replaceAll(/:\/\/[^\s/@"\\]+@/g, `://${GONE}@`);
}

/** The same of anything that JSON can hold, so that no secret hides behind an escape. */
export function scrubbedAll<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string') return scrubbed(value, secrets) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => scrubbedAll(one, secrets)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, scrubbedAll<unknown>(inner, secrets)]);
  return Object.fromEntries(entries) as T;
}

/** Where the station stands is nobody's business either. */
const PLACE = new Set(['site.latitude', 'site.longitude', 'site.name']);

export const tellable = (sections: Settings['sections']) =>
  sections
    .flatMap(({ settings }) => settings)
    .filter(({ key, secret }) => !secret && !PLACE.has(key))
    .map(({ key, value, source }) => ({ key, value, source }));
