import { isDeepStrictEqual } from 'node:util';
import type { SettingValue } from '../contract/settings.ts';
import { isRtl433, MASK, maskedAddress, maskedArgument, maskedUnknown, withoutKeys, withoutLogins } from './mask.ts';
import { schemaAt, settingNode, settingNodes } from './schema.ts';

// Secrets of the settings, read off their schema, and their mask for readers of the page, a file or the log.

/**
 * Value of a setting as readers see it: null for a secret, otherwise with possible keys masked; the same value where nothing is hidden.
 * `command`: the program (`inputs.rtl433.command`) that arguments are for.
 */
export function shownValue(key: string, value: SettingValue, command?: unknown): SettingValue {
  const { secret, masked } = settingNode(key) ?? {};
  if (secret) return null;
  if (masked === undefined) return value;
  if (masked === 'login') return value === null ? null : MASK;
  const maskedOne = isRtl433(command) ? maskedArgument : maskedUnknown;
  if (typeof value === 'string') return masked === 'arguments' ? maskedOne(value) : maskedAddress(value, masked);
  if (!Array.isArray(value)) return value;
  const all = value.map(String);
  const shown = all.map((one, i) => maskedOne(one, all[i - 1]));
  return shown.some((one, i) => one !== all[i]) ? shown : value;
}

/** A shorter part is a word such as `api`, and taking it out would spoil every other text. */
const LEAST_PART = 6;
const LOGIN_NAME = /(?<![a-z\d])user(?:name)?=[^&,\s]*/i;

/**
 * Texts that readers of a setting do not see: a secret or a masked argument as a whole, else the parts that its mask hides.
 * Of `-F mqtt://nas,pass=hunter2` that is `hunter2`, which is then taken out of comments and the support file, too. None of a login: its
 * name may be a plain word.
 */
export function hiddenIn(key: string, value: SettingValue, command?: unknown): string[] {
  const shown = shownValue(key, value, command);
  if (shown === value || value === null || settingNode(key)?.masked === 'login') return [];
  if (shown === null) return [String(value)];
  const asShown = [shown].flat();
  const texts = [value].flat().map(String);
  const parts = texts.flatMap((one, i) =>
    asShown[i] === MASK ? [one] : one.replace(LOGIN_NAME, '').split(/[/\\?&=#,\s]/),
  );
  return parts.filter((part) => part.length >= LEAST_PART && !String(shown).includes(part));
}

/**
 * Value that a client means: each mask is replaced by the value in force there. `--key •••` is `--key hunter2` again, even if the two have
 * moved. Undefined where the mask matches nothing, as in another address or behind another option, or more than one value.
 */
export function asMeant(key: string, sent: unknown, inForce: SettingValue, command?: unknown): unknown {
  if (settingNode(key)?.masked === undefined || !JSON.stringify(sent)?.includes(MASK)) return sent;
  const shown = shownValue(key, inForce, command);
  if (isDeepStrictEqual(sent, shown)) return inForce;
  if (!Array.isArray(sent)) return undefined;
  const [asked, known, real] = [placesOf(sent), placesOf([shown].flat()), [inForce].flat()];
  const meant = sent.map((one, i) => {
    if (!String(one).includes(MASK)) return one;
    const isHere = (place: string): boolean => place === asked[i];
    const [behind, ...others] = real.filter((_, n) => isHere(known[n]!));
    return others.length === 0 && asked.filter(isHere).length === 1 ? behind : undefined;
  });
  return meant.includes(undefined) ? undefined : meant;
}

/** Marks by which arguments are known again: a bare mask by the nearest other argument before it, and how far that is; all others by their text. */
const placesOf = (args: readonly unknown[]): string[] => {
  let from = 0;
  return args.map((one, i) => {
    if (one !== MASK) from = i;
    return `${i - from} ${args[from]}`;
  });
};

/**
 * Refused value for the log, or null where none may be quoted: of a secret, of arguments, and of a section or list, where one may stand.
 * Of `push.url: htp://anna:hunter2@nas` that is `htp://•••@nas`.
 */
export function quoted(path: readonly PropertyKey[], value: unknown): string | null {
  const entry = path.findIndex((one) => typeof one === 'number');
  const way = entry < 0 ? path : path.slice(0, entry); // an entry is masked as its list
  const node = schemaAt(way);
  if (node?.secret || node?.properties || node?.masked === 'arguments') return null;
  if (typeof value === 'object' && value !== null) return null;
  if (typeof value !== 'string') return String(value); // JSON has no NaN
  return JSON.stringify(maskedText(String(shownValue(way.join('.'), value)))).slice(1, -1);
}

let inWords: ((text: string) => string) | null = null;

/** Words of a person without logins and keys: what stands behind the name of a secret is masked if it could be its value. */
export function maskedText(text: string): string {
  inWords ??= wordsMasker();
  return inWords(withoutKeys(withoutLogins(text)));
}

/** Makes the masker of words, by the names of all secrets: `password: hunter2, by Anna` becomes `password: •••`, and `my password` stays. */
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
