/** Stands for what may be a key, wherever an answer or a setting is shown. */
export const MASK = '•••';

/** Masking of a setting that may hold a key: of the values of a query, of the path as well, of arguments of a program, or of a login's name. */
export type Masking = 'query' | 'path' | 'arguments' | 'login';

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const LOGIN = /(:\/\/)[^\s/?#"\\]*@/g;

/** Text without the names and passwords in its addresses. */
export const withoutLogins = (text: string): string => text.replaceAll(LOGIN, `$1${MASK}@`);

function withoutPath(address: string): string {
  const [scheme = ''] = SCHEME.exec(address) ?? [];
  const rest = address.slice(scheme.length);
  const host = rest.split(/[/\\#]/, 1)[0]!; // a backslash is a slash to every reader of addresses
  return rest.length <= host.length + 1 ? address : `${scheme}${host}/${MASK}`;
}

/** Address as readers see it: its query may hold a key, so only the names in it are shown. */
export function maskedAddress(text: string, how: 'query' | 'path'): string {
  const [whole = '', ...query] = withoutLogins(text).split('?');
  const address = how === 'path' ? withoutPath(whole) : whole;
  const parts = query.join('?').split('&');
  const masked = parts.map((part) => (part.includes('=') ? `${part.split('=', 1)[0]}=${MASK}` : MASK));
  return query.length === 0 ? address : `${address}?${masked.join('&')}`;
}

/** Names of keys in queries, and in options of other programs. */
const KEY = String.raw`user(?:name)?|pw|pwd|pass(?:wd|word|phrase)?|token|secret|(?:api_?)?key|auth\w*`;
const KEY_VALUE = new RegExp(String.raw`((?<![a-z\d])(?:p|${KEY})=).+`, 'gi');
/** An argument whose value is the next one: `--password`, `MQTT_TOKEN`. A single letter is none: to rtl_433 -p is the tuner's error, and -K a tag. */
const NAMES_NEXT = new RegExp(String.raw`^[\w-]*(?<![a-z\d])(?:${KEY})$`, 'i');

/** Text without the values of keys in it, each to the end of its line: a password may have spaces. */
export const withoutKeys = (text: string): string => text.replaceAll(KEY_VALUE, `$1${MASK}`);

/** Argument of a program as readers see it, after the one `before` it: what follows the host of an address may be a key. */
export const maskedArgument = (text: string, before = ''): string =>
  NAMES_NEXT.test(before)
    ? MASK
    : withoutKeys(withoutLogins(text).replace(/([a-z][a-z\d+.-]*:\/\/[^\s/\\?#,;]*)[\s/\\?#,;].+/is, `$1/${MASK}`));

/** Whether a program is rtl_433. What the options of another one mean is unknown: `-p` is a password to sshpass. */
export const isRtl433 = (command: unknown): boolean => /(?:^|\/)rtl_433$/.test(String(command));

/** Argument of a program with unknown options: their names alone are shown. `-u` stays, `-uanna` is `-u•••`, and `anna` is `•••`. */
export function maskedUnknown(text: string): string {
  const [name = ''] = /^(?:--[\w-]+=?|-\w)/.exec(text) ?? [];
  return text === name ? text : name + MASK;
}
