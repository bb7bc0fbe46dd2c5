import type { SettingValue } from '../contract/settings.ts';

/** Stands for what may be a key, wherever an answer or a setting is shown. */
export const MASK = '•••';

/** Alarm channels: their receivers (Slack, Discord, Teams, Home Assistant) have the key in the path of the address. */
export const KEY_IN_PATH = /^alarms\.channels\b/;

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

function withoutPath(address: string): string {
  const [scheme = ''] = SCHEME.exec(address) ?? [];
  const rest = address.slice(scheme.length);
  const host = rest.split(/[/\\#]/, 1)[0]!; // a backslash is a slash to every reader of addresses
  return rest.length <= host.length + 1 ? address : `${scheme}${host}/${MASK}`;
}

/** Address as readers see it: the query may hold a key, so only its names are shown; of an alarm channel, no path either. */
export function shownAddress(key: string, text: string): string {
  const [whole = '', ...query] = text.split('?');
  const address = KEY_IN_PATH.test(key) ? withoutPath(whole) : whole;
  const parts = query.join('?').split('&');
  const masked = parts.map((part) => (part.includes('=') ? `${part.split('=', 1)[0]}=${MASK}` : MASK));
  return query.length === 0 ? address : `${address}?${masked.join('&')}`;
}

/** Value of a setting as readers see it: of an address, what may be a key is masked. */
export const shownValue = (key: string, value: SettingValue): SettingValue =>
  typeof value === 'string' && key.endsWith('url') ? shownAddress(key, value) : value;
