import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import type { Config } from '../../config/config.ts';
import { describedSettings } from '../../config/describe.ts';
import { parseConfig } from '../../config/problems.ts';
import { shownValue } from '../../config/shown-value.ts';
import type { SettingsFromFile, SettingValue } from '../../contract/settings.ts';
import type { Misfits } from '../../server/ports.ts';
import { sentence } from '../../words/sentence.ts';
import { readBack, settingIn } from './document.ts';

/** A shorter value stands in many other words, and taking it out of them would spoil the file. */
const LEAST_LETTERS = 6;

/** Settings file for download: comments and order as they are, without any secret. */
export function withoutSecrets(text: string): string {
  const document = parseDocument(text);
  const raw = readBack(text) ?? {};
  const secrets = describedSettings().flatMap(({ key, secret }) => (secret ? [key] : []));
  const values = secrets.map((key) => settingIn(raw, key)).filter((value) => typeof value === 'string');
  for (const key of secrets) if (document.hasIn(key.split('.'))) document.deleteIn(key.split('.'));
  for (const { key } of describedSettings()) {
    const value = settingIn(raw, key);
    if (typeof value !== 'string' || shownValue(key, value) === value) continue;
    document.setIn(key.split('.'), shownValue(key, value));
    values.push(...value.split(/[?&=]/).slice(1)); // a key may stand in a comment, too
  }
  let kept = document.contents === null ? text : document.toString({ lineWidth: 0 });
  for (const value of values) if (value.length >= LEAST_LETTERS) kept = kept.replaceAll(value, '…');
  // A secret in a comment is a secret, too.
  const names = secrets.map((key) => key.split('.').at(-1)).join('|');
  return kept.replace(new RegExp(`^\\s*#.*\\b(?:${names})\\b.*:.*\\n?`, 'gm'), '');
}

/** Dry run of an uploaded file: its differences. `text` may be anything. */
export function judged(
  text: string,
  now: Config,
  isDecidedElsewhere: (key: string) => boolean,
): SettingsFromFile | Misfits {
  const raw = isOfItsSize(text) ? readBack(text, 'refused') : null; // a few aliases can mean gigabytes
  if (raw === null)
    return {
      misfits: {
        text: sentence('refusal.no-settings-file'),
      },
    };
  const parsed = parseConfig(raw);
  if ('problems' in parsed)
    return { misfits: Object.fromEntries(parsed.problems.map((problem, i) => [`text ${i + 1}`, problem])) };
  const changes: Record<string, SettingValue> = {};
  const passedOver: string[] = [];
  for (const { key } of describedSettings()) {
    const value = settingIn(parsed.config, key) as SettingValue;
    const known = settingIn(now, key) as SettingValue;
    if (settingIn(raw, key) === undefined || isDeepStrictEqual(value, known)) continue;
    if (value !== null && value === shownValue(key, known)) continue;
    if (isDecidedElsewhere(key)) passedOver.push(key);
    else changes[key] = value;
  }
  return { changes, passed_over: passedOver };
}

/** Some times what the example of the file has: YAML takes long over what is no YAML, and that on the thread that samples. */
const MOST = { lines: 1000, marks: 500 };
/** Deeply nested YAML on one line (list in list, key in key, type upon type), outside comments. */
const NESTED = /^(?!\s*#).*(?:(?:[-?] +){5}|(?:!{1,2}[^\s!]* +){3})/m;

const isOfItsSize = (text: string): boolean =>
  text.split('\n', MOST.lines + 1).length <= MOST.lines &&
  (text.match(/[[\]{},]/g)?.length ?? 0) <= MOST.marks &&
  !NESTED.test(text);
