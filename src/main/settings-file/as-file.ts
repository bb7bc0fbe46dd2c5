import { isDeepStrictEqual } from 'node:util';
import { type Document, type Node, parseDocument, visit } from 'yaml';
import type { Config } from '../../config/config.ts';
import { describedSettings } from '../../config/describe.ts';
import { MASK } from '../../config/mask.ts';
import { parseConfig } from '../../config/problems.ts';
import { hiddenIn, maskedText, shownValue } from '../../config/secrets.ts';
import type { SettingsFromFile, SettingValue } from '../../contract/settings.ts';
import type { Misfits } from '../../server/ports.ts';
import { sentence } from '../../words/sentence.ts';
import { readBack, settingIn } from './document.ts';

/** A shorter value stands in many other words, and taking it out of them would spoil the comments. */
const LEAST_LETTERS = 6;

/** Settings file for download: comments and order as they are, without any secret. `now` is in force: its program has the arguments. */
export function withoutSecrets(text: string, now: Config): string {
  const document = parseDocument(text);
  const raw = readBack(text) ?? {};
  const hidden: string[] = [];
  const show = (way: (string | number)[], shown: unknown): void => {
    if (document.hasIn(way)) document.setIn(way, shown);
  };
  for (const { key, secret } of describedSettings()) {
    const way = key.split('.');
    const value = (settingIn(raw, key) ?? null) as SettingValue;
    const { command } = now.inputs.rtl433;
    const shown = shownValue(key, value, command);
    hidden.push(...hiddenIn(key, value, command));
    const isGone = secret || shown === MASK; // a login's name as well: whoever begins elsewhere with this file would log in as the mask
    if (isGone && document.hasIn(way)) document.deleteIn(way);
    if (isGone || shown === value) continue;
    if (Array.isArray(shown)) for (const [i, entry] of shown.entries()) show([...way, i], entry);
    else show(way, shown);
  }
  const cleaned = (comment: string): string =>
    maskedText(
      hidden
        .filter(({ length }) => length >= LEAST_LETTERS)
        .toSorted((a, b) => b.length - a.length) // one may begin another, whose end would stay
        .reduce((kept, value) => kept.replaceAll(value, MASK), comment),
    ).replaceAll(ADDRESS, `$1/${MASK}`);
  changeComments(document, cleaned);
  return document.contents === null ? cleaned(text) : document.toString({ lineWidth: 0 });
}

/** Address in a comment, by a name of a setting or bare: a former receiver, whose path or query may be its key. */
const ADDRESS = /(\b[a-z][a-z\d+.-]*:\/\/[^\s/\\?#"']+)[/\\?#][^\s"']+/gi;

/** Changes comments alone: a topic `alarms` is also the name of a section. */
function changeComments(document: Document, change: (comment: string) => string): void {
  const look = (node: Pick<Node, 'comment' | 'commentBefore'>): void => {
    if (node.comment) node.comment = change(node.comment);
    if (node.commentBefore) node.commentBefore = change(node.commentBefore);
  };
  look(document);
  visit(document, { Node: (_key, node) => look(node) });
}

/** Dry run of an uploaded file: its differences. `text` may be anything. */
export function judged(
  text: string,
  now: Config,
  isDecidedElsewhere: (key: string) => boolean,
): SettingsFromFile | Misfits {
  const raw = isOfItsSize(text) ? readBack(text, 'refused') : null; // a few aliases can mean gigabytes
  if (raw === null) return { misfits: { text: sentence('refusal.no-settings-file') } };
  const parsed = parseConfig(raw);
  if ('problems' in parsed)
    return { misfits: Object.fromEntries(parsed.problems.map((problem, i) => [`text ${i + 1}`, problem])) };
  const changes: Record<string, SettingValue> = {};
  const passedOver: string[] = [];
  for (const { key } of describedSettings()) {
    const value = settingIn(parsed.config, key) as SettingValue;
    const known = settingIn(now, key) as SettingValue;
    // Against what readers see: whoever sends a guess of something hidden is not told that it is right.
    const shown = value === null ? known : shownValue(key, known, now.inputs.rtl433.command);
    if (settingIn(raw, key) === undefined || isDeepStrictEqual(value, shown)) continue;
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
