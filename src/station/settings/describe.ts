import type { Setting, Settings, SettingValue } from '../../contract/settings.ts';
import { configSchema, type SchemaNode, settingNode, settingNodes } from '../config-problems.ts';

type Described = Omit<Setting, 'value' | 'source' | 'locked'>;
export interface DescribedSection {
  name: string;
  title: string;
  settings: Described[];
}

/** The secret that is kept as a hash; every other one is kept as it is, because somebody else asks for it. */
export const PIN = 'access.pin_hash';

/** What must never leave the house. */
export const isSecret = (key: string): boolean => key === PIN || settingNode(key)?.secret === true;

/** Who may come in and change things, what is kept at all, and who outside the house is told anything. */
const GUARDED: ReadonlySet<string> = new Set([
  'server',
  'access',
  'storage',
  'mqtt',
  'push',
  'fleet',
  'uploads',
  'connections',
]);

/** Those, and whatever stands beside a secret: another address would have the secret sent to it. */
function isGuarded(way: readonly string[]): boolean {
  if (GUARDED.has(way[0]!)) return true;
  const beside = settingNode(way.slice(0, -1).join('.'))?.properties ?? {};
  return Object.entries(beside).some(([name, node]) => node.secret === true || /(^|_)(file|url)$/.test(name));
}

/** Where the page itself is reached, how its window looks, how much is written: of the program and not of the station. */
const needsRestart = (key: string): boolean =>
  key === 'server.host' || key === 'server.port' || key.startsWith('kiosk.') || key.startsWith('log.');

const UNITS: Readonly<Record<string, string>> = { m: 'm', s: 's', deg: '°', days: 'days', mb: 'MB', hours: 'hours' };

/** Where the words of the key are not those of a person. */
const TITLES: Readonly<Record<string, string>> = {
  'site.latitude': 'Latitude, °',
  'site.longitude': 'Longitude, °',
  'site.timezone': 'Time zone',
  'sensors.i2c_bus': 'I²C bus',
  'sensors.mount': 'How the board is put up',
  'sensors.probe': 'Outdoor probe',
  'sensors.probe_id': 'Which probe',
  'sensors.simulator_seed': 'Seed of the simulator',
  'compensation.k_prior': 'Share of the CPU heat',
  'compensation.k_min': 'Smallest share of the CPU heat',
  'compensation.k_max': 'Largest share of the CPU heat',
  'compensation.humidity_offset_prior': 'Humidity offset, %',
  'compensation.psychrometric': 'Psychrometric term',
  'forecast.rain_base_rate': 'How often it rains here',
  'forecast.train_at_start_hours': 'History learned from at first, hours',
  'forecast.lux_per_wm2': 'Light response, lx per W/m²',
  'server.cors_origins': 'Other pages that may read',
  'server.allowed_hosts': 'More host names',
  'site.units': 'Units',
  'access.writes': 'Who may change things',
  'access.pin_hash': 'PIN',
};

/** `raw_retention_days` → “Raw retention, days”. */
function titleOf(key: string, node: SchemaNode): string {
  const known = node.title ?? TITLES[key];
  if (known) return known;
  const words = key.slice(key.lastIndexOf('.') + 1).split('_');
  const unit = words.length > 1 ? UNITS[words.at(-1)!] : undefined;
  const text = (unit ? words.slice(0, -1) : words).join(' ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}${unit ? `, ${unit}` : ''}`;
}

/** Every setting there is, read off the schema that judges the file. */
export const describedSections = (): DescribedSection[] =>
  Object.entries(configSchema().properties ?? {}).map(([name, section]) => ({
    name,
    title: section.description ?? name,
    settings: settingNodes(section, [name]).map(([way, node]) => described(way, node)),
  }));

/** `uploads.wunderground.id` belongs to a part of its section, which has words of its own. */
function groupOf(way: readonly string[]): { group: string } | null {
  if (way.length < 3) return null;
  const part = settingNode(way.slice(0, -1).join('.'));
  return { group: part?.title ?? part?.description ?? way.at(-2)! };
}

function described(way: readonly string[], node: SchemaNode): Described {
  const key = way.join('.');
  const secret = isSecret(key);
  const choices = node.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const alone = [plainTypes(node)].flat(); // a text without bounds beside null is one node of two types
  const nullable = alone.includes('null') || (node.anyOf?.some(({ type }) => type === 'null') ?? false);
  const fixed = choices.flatMap((choice) => (choice.const === undefined ? [] : [choice.const]));
  const plain = fixed.length > 0 ? node : (choices[0] ?? node);
  const options = (plain.enum ?? (fixed.length > 0 ? fixed : undefined)) as (string | number)[] | undefined;
  const type = options ? 'choice' : TYPES[[plainTypes(plain)].flat().find((one) => one !== 'null') ?? 'string']!;
  const bounds = type === 'number' || type === 'integer' ? { min: plain.minimum!, max: plain.maximum! } : {};
  return {
    key,
    ...groupOf(way),
    title: titleOf(key, node),
    help: key === PIN ? 'Four to twelve digits. They go in and never come out again.' : (node.description ?? ''),
    type,
    nullable,
    default: (node.default ?? null) as SettingValue,
    ...bounds,
    ...(options && { options }),
    restart: node.restart ?? needsRestart(key),
    secret,
    guarded: isGuarded(way),
  };
}

const plainTypes = ({ type }: SchemaNode): string | string[] => type ?? [];

const TYPES: Readonly<Record<string, Setting['type']>> = {
  number: 'number',
  integer: 'integer',
  string: 'text',
  boolean: 'flag',
  array: 'list',
};

type Sections = Settings['sections'];

/** The same with what is in force and who said so. */
export const filledSections = (
  value: (key: string) => SettingValue,
  source: (key: string) => Setting['source'],
): Sections =>
  describedSections().map(({ settings, ...section }) => ({
    ...section,
    settings: settings.map((setting) => {
      const from = source(setting.key);
      return {
        ...setting,
        value: setting.secret ? null : value(setting.key),
        source: from,
        locked: from === 'environment' || from === 'option',
      };
    }),
  }));
