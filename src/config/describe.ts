import type { Setting, SettingValue } from '../contract/settings.ts';
import { words } from '../locales/made/en/settings-words.ts';
import { type SettingWords, settingWordsOf } from '../messages/setting-words.ts';
import { configSchema, type SchemaNode, settingNode, settingNodes } from './schema.ts';
import { shownValue } from './secrets.ts';

type Described = Omit<Setting, 'value' | 'source' | 'locked'>;

/** The secret that is kept as a hash; every other one is kept as it is, because somebody else asks for it. */
export const PIN = 'access.pin_hash';

/** Sections that guests of an open station cannot change: access, retention, and who receives data. */
const GUARDED: ReadonlySet<string> = new Set('server access storage mqtt push fleet uploads connections'.split(' '));

/** Secrets, and settings beside them: with another address the secret would be sent there. So is what names a program or a folder. */
function isGuarded(way: readonly string[]): boolean {
  if (GUARDED.has(way[0]!) || (way[0] === 'alarms' && way[1] === 'channels')) return true;
  const beside = settingNode(way.slice(0, -1).join('.'))?.properties ?? {};
  return Object.entries(beside).some(
    ([name, node]) => node.secret === true || /(^|_)(file|url|command|root)$/.test(name),
  );
}

/** Settings of the program rather than the station: address, window, log. The page itself follows the wall's night. */
const needsRestart = (key: string): boolean =>
  key === 'server.host' || key === 'server.port' || /^(kiosk\.(?!dim$|off$|night_)|log\.)/.test(key);

/** English title and help of a setting or section; a test holds that each has them. */
export const settingWords = (key: string): SettingWords => settingWordsOf(words, key) ?? { title: key, help: '' };

/** Every setting there is, read off the schema that judges the file. */
export const describedSections = () =>
  Object.entries(configSchema().properties ?? {}).map(([name, section]) => ({
    name,
    title: settingWords(name).title,
    settings: settingNodes(section, [name]).map(([way, node]) => described(way, node)),
  }));

let all: readonly Described[] | null = null;
/** Settings of all sections. Made when first asked for: a start that changes none need not wait for them. */
export function describedSettings(): readonly Described[] {
  all ??= describedSections().flatMap(({ settings }) => settings);
  return all;
}

function described(way: readonly string[], node: SchemaNode): Described {
  const key = way.join('.');
  const kinds = node.anyOf ?? [node];
  const types = kinds.flatMap((kind) => kind.type ?? []); // a text without bounds beside null is one node of two types
  const plain = kinds.find((kind) => kind.type !== 'null') ?? node;
  const fixed = kinds.flatMap((kind) => (kind.const === undefined ? [] : [kind.const]));
  const options = (plain.enum ?? (fixed.length > 0 ? fixed : undefined)) as (string | number)[] | undefined;
  const type = options
    ? 'choice'
    : node.items?.type === 'object'
      ? 'rules'
      : TYPES[types.find((one) => one !== 'null') ?? 'string']!;
  const isNumber = type === 'number' || type === 'integer';
  const bounds = isNumber
    ? { min: plain.minimum!, max: plain.maximum! }
    : plain.maxLength !== undefined && { max: plain.maxLength };
  return {
    key,
    // `uploads.wunderground.id` belongs to a part of its section, which has words of its own.
    ...(way.length > 2 && { group: settingWords(way.slice(0, -1).join('.')).title }),
    ...settingWords(key),
    type,
    nullable: types.includes('null'),
    default: (node.default ?? null) as SettingValue,
    ...bounds,
    ...(options && { options }),
    restart: needsRestart(key),
    secret: node.secret === true,
    guarded: isGuarded(way),
  };
}

const TYPES: Readonly<Record<string, Setting['type']>> = {
  number: 'number',
  integer: 'integer',
  string: 'text',
  boolean: 'flag',
  array: 'list',
};

export const filledSections = (value: (key: string) => SettingValue, source: (key: string) => Setting['source']) =>
  describedSections().map(({ settings, ...section }) => ({
    ...section,
    settings: settings.map((setting) => {
      const from = source(setting.key);
      return {
        ...setting,
        value: shownValue(setting.key, value(setting.key), value('inputs.rtl433.command')),
        source: from,
        locked: from === 'environment' || from === 'option',
      };
    }),
  }));
