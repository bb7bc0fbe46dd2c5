import type { Config } from '../../config/config.ts';
import { isSecret } from '../../config/describe.ts';
import { maskerOf } from '../../connections/masked.ts';

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

/** Scrubs a JSON value for the support file: no secrets in any notation, no user or password in an address. */
export function scrubbedAll<T>(value: T, secrets: readonly string[]): T {
  const hide = maskerOf(secrets, GONE);
  const scrubbed = (one: unknown): unknown => {
    if (typeof one === 'string') return hide(one).replaceAll(/:\/\/[^\s/@"\\]+@/g, `://${GONE}@`);
    if (Array.isArray(one)) return one.map(scrubbed);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, scrubbed(inner)]));
  };
  return scrubbed(value) as T;
}
