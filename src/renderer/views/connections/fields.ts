import type { Setting } from '../../../contract/settings.ts';
import { t } from '../../texts/connections.ts';
import { settingWords } from '../../texts/settings-words.ts';

export type Kind = 'flag' | 'text' | 'url' | 'number' | 'choice' | 'secret';

/** Form field of a receiver, and its setting. */
export interface Field {
  key: string;
  label: string;
  kind: Kind;
}

const { fields: words } = t.connections;
const HOME: Readonly<Record<string, readonly (readonly [name: string, label: string, kind: Kind])[]>> = {
  mqtt: [
    ['url', words.url, 'url'],
    ['username', words.username, 'text'],
    ['password', words.password, 'secret'],
    ['ca_file', words.ca, 'text'],
    ['discovery_prefix', words.prefix, 'text'],
    ['interval_s', words.interval, 'number'],
  ],
  push: [
    ['url', words.url, 'url'],
    ['format', words.format, 'choice'],
    ['token', words.token, 'secret'],
    ['ca_file', words.ca, 'text'],
  ],
  fleet: [
    ['url', words.url, 'url'],
    ['login', words.username, 'text'],
    ['secret_file', words.secretFile, 'text'],
    ['ca_file', words.ca, 'text'],
  ],
};

/** Settings of the alarm channels by receiver; their labels are those of the settings. */
const ALARMS: Readonly<Record<string, readonly (readonly [name: string, kind: Kind])[]>> = {
  alarm_webhook: [
    ['enabled', 'flag'],
    ['url', 'url'],
    ['secret_file', 'text'],
    ['ca_file', 'text'],
    ['allow_local', 'flag'],
  ],
  alarm_ntfy: [
    ['enabled', 'flag'],
    ['url', 'url'],
    ['topic', 'text'],
    ['token_file', 'text'],
    ['ca_file', 'text'],
  ],
  alarm_email: [
    ['enabled', 'flag'],
    ['host', 'text'],
    ['port', 'number'],
    ['secure', 'flag'],
    ['user', 'text'],
    ['password_file', 'text'],
    ['ca_file', 'text'],
    ['from', 'text'],
    ['to', 'text'],
  ],
  alarm_mqtt: [['enabled', 'flag']],
};

export const isOfAlarms = (sink: string): boolean => sink in ALARMS;
export const isAtHome = (sink: string): boolean => sink in HOME;

/** The form of a receiver, as far as the station has its settings. */
export function fieldsOf(sink: string, settings: ReadonlyMap<string, Setting>): readonly Field[] {
  const home = HOME[sink]?.map(([name, label, kind]) => ({ key: `${sink}.${name}`, label, kind }));
  const upload: Field[] = [
    { key: `uploads.${sink}.enabled`, label: t.connections.sending, kind: 'flag' },
    { key: `uploads.${sink}.id`, label: words.id, kind: 'text' },
    { key: `uploads.${sink}.key`, label: words.key, kind: 'secret' },
  ];
  const alarm = ALARMS[sink]?.map(([name, kind]) => {
    const key = `alarms.channels.${sink.replace('alarm_', '')}.${name}`;
    return { key, label: settingWords(key)?.title ?? settings.get(key)?.title ?? key, kind };
  });
  return (home ?? alarm ?? upload).filter(({ key }) => settings.has(key));
}

/** File setting of a secret. A secret typed on the page replaces it. */
export const fileKeyOf = (field: Field): string => `${field.key}_file`;

/** The typed value as the setting takes it; empty is null, undefined is not a number. */
export function typedValue({ kind }: Field, typed: string): string | number | null | undefined {
  const text = typed.trim();
  if (kind !== 'number') return text === '' ? null : text;
  const number = Number(text.replace(',', '.'));
  return text !== '' && Number.isFinite(number) ? number : undefined;
}
