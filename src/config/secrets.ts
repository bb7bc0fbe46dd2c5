import type { SettingValue } from '../contract/settings.ts';
import { MASK, maskedAddress, maskedArgument, withoutKeys, withoutLogins } from './mask.ts';
import { schemaAt, settingNode, settingNodes } from './schema.ts';

// What of the settings is secret, read off their schema, and how it is masked for readers of the page, a file or the log.

/** Whether a setting is a secret. Secrets never leave the station. */
export const isSecret = (key: string): boolean => settingNode(key)?.secret === true;

/** Value of a setting as readers see it: null for a secret; of others, what may be a key is masked. Itself where nothing is hidden. */
export function shownValue(key: string, value: SettingValue): SettingValue {
  const { secret, masked } = settingNode(key) ?? {};
  if (secret) return null;
  if (masked === undefined) return value;
  if (typeof value === 'string') return masked === 'arguments' ? maskedArgument(value) : maskedAddress(value, masked);
  if (!Array.isArray(value)) return value;
  const all = value.map(String);
  const shown = all.map((one, i) => maskedArgument(one, all[i - 1]));
  return shown.some((one, i) => one !== all[i]) ? shown : value;
}

/** A shorter part is a word such as `api`, and taking it out would spoil every other text. */
const LEAST_PART = 6;

/** Texts that readers of a setting do not see: a secret as a whole, else the parts that its mask hides. */
export function hiddenIn(key: string, value: SettingValue): string[] {
  const shown = shownValue(key, value);
  if (shown === value || value === null) return [];
  if (shown === null) return [String(value)];
  const parts = [value].flat().flatMap((one) => String(one).split(/[/\\?&=#,\s]/));
  return parts.filter((part) => part.length >= LEAST_PART && !String(shown).includes(part));
}

/**
 * Value that a client means by what it sends: a mask stands for what is in force behind it. Undefined where it stands for nothing there, as
 * in another address, or for one of several values that look alike.
 */
export function asMeant(key: string, sent: unknown, inForce: SettingValue): unknown {
  if (settingNode(key)?.masked === undefined || !JSON.stringify(sent)?.includes(MASK)) return sent;
  const shown = shownValue(key, inForce);
  if (!Array.isArray(sent)) return sent === shown ? inForce : undefined;
  const [asShown, real] = [[shown].flat(), [inForce].flat()];
  const meant = sent.map((one, i) => {
    if (!String(one).includes(MASK)) return one;
    const alike = [...sent.keys()].filter((n) => sent[n] === one);
    const behind = real.filter((_, n) => asShown[n] === one);
    return behind.length === alike.length ? behind[alike.indexOf(i)] : undefined;
  });
  return meant.includes(undefined) ? undefined : meant;
}

/** Refused value for the log, or null where none may be quoted: of a secret, of arguments, and of a section or list, where one may stand. */
export function quoted(path: readonly PropertyKey[], value: unknown): string | null {
  const entry = path.findIndex((one) => typeof one === 'number');
  const way = entry < 0 ? path : path.slice(0, entry); // an entry is masked as its list
  const node = schemaAt(way);
  if (node?.secret || node?.properties || node?.masked === 'arguments') return null;
  if (typeof value === 'object' && value !== null) return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  return JSON.stringify(maskedText(String(shownValue(way.join('.'), value)))).slice(1, -1);
}

let inWords: ((text: string) => string) | null = null;

/** Words of a person without logins and keys: what stands behind the name of a secret is masked if it could be its value. */
export function maskedText(text: string): string {
  inWords ??= wordsMasker();
  return inWords(withoutKeys(withoutLogins(text)));
}

function wordsMasker(): (text: string) => string {
  const secrets = settingNodes().flatMap(([way, { secret, form }]) => (secret ? [{ name: way.at(-1)!, form }] : []));
  const forms = new Map(
    secrets.flatMap(({ name, form }) => (form === undefined ? [] : [[name, new RegExp(form)] as const])),
  );
  const others = new Set(secrets.flatMap(({ name, form }) => (form === undefined ? [name] : [])));
  // Without a form it may be any words: to the end of the line. With one it is a word that stands alone or is no plain word.
  const any = new RegExp(String.raw`((?<![a-z\d])(?:${[...others].join('|')})["']?[ \t]*[:=][ \t]*)\S.*`, 'gi');
  const letter = String.raw`[^\s"',;}\]]`;
  const word = String.raw`${letter}*[\d_-](?:${letter}*[^\s"',;}\].!?)])?|${letter}+(?=["']?[ \t]*(?:[,}\]#]|$))`;
  const named = String.raw`(?<![a-z\d-]|[a-z\d]_)(${[...forms.keys()].join('|')})["']?[ \t]*[:=][ \t]*["']?`;
  const formed = new RegExp(`(${named})(${word})`, 'gim');
  return (text) =>
    text
      .replaceAll(any, `$1${MASK}`)
      .replaceAll(formed, (all, before: string, name: string, value: string) =>
        forms.get(name.toLowerCase())!.test(value) ? before + MASK : all,
      );
}
