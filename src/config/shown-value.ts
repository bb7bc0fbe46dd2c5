import type { SettingValue } from '../contract/settings.ts';

/** Stands for what may be a key, wherever an answer or a setting is shown. */
export const MASK = '•••';

/** Value of a setting as readers see it: the query of an address may hold a key, so only its names are shown. */
export function shownValue(key: string, value: SettingValue): SettingValue {
  if (typeof value !== 'string' || !key.endsWith('url')) return value;
  const [address, ...query] = value.split('?');
  const parts = query.join('?').split('&');
  const masked = parts.map((part) => (part.includes('=') ? `${part.split('=', 1)[0]}=${MASK}` : MASK));
  return query.length === 0 ? value : `${address}?${masked.join('&')}`;
}
