import type { Setting, Settings, SettingValue } from '../../../contract/settings.ts';

/** Unsaved changes, by key. */
export type Draft = ReadonlyMap<string, SettingValue>;

export const allOf = ({ sections }: Settings): Setting[] => sections.flatMap(({ settings }) => settings);
export const settingIn = (settings: Settings | null, key: string): Setting | undefined =>
  settings ? allOf(settings).find((setting) => setting.key === key) : undefined;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Draft with another value. A value that the station has already is no change. */
export function edited(draft: Draft, setting: Setting, value: SettingValue): Draft {
  const next = new Map(draft);
  if (!setting.secret && isSame(value, setting.value)) next.delete(setting.key);
  else next.set(setting.key, value);
  return next;
}

/** Draft without what the changed settings have already: what somebody else has set to the same is no change any more. */
export function seenFrom(draft: Draft, now: Settings): Draft {
  return new Map(
    [...draft].filter(([key, value]) => {
      const setting = settingIn(now, key);
      return setting !== undefined && !setting.locked && (setting.secret || !isSame(value, setting.value));
    }),
  );
}

/** Parts of a value that two people may change apart: entries by their ids, as alarm rules have, and fields of an entry. Null for all else. */
function partsOf(value: unknown): Map<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const hasIds = value.every((one) => typeof one === 'object' && one !== null && 'id' in one);
  return hasIds ? new Map(value.map((one) => [one.id, one])) : null;
}

/** Value as it was, as the reader has it, and as somebody else left it. `threeParts`: the same by parts, if each of the three has some. */
type Three = readonly [was: unknown, mine: unknown, now: unknown];
function threeParts([was, ...both]: Three) {
  const all = [was ?? [], ...both].map(partsOf);
  if (all.includes(null)) return null;
  const [before, mine, now] = all as [Map<string, unknown>, Map<string, unknown>, Map<string, unknown>];
  return [...new Set([...now.keys(), ...before.keys(), ...mine.keys()])].map(
    (key) => [key, [before.get(key), mine.get(key), now.get(key)]] as const satisfies readonly [string, Three],
  );
}

/** Three-way merge: what the reader did not touch is as somebody else left it; where both changed one thing, it is the reader's. */
export function merged([was, mine, now]: Three): unknown {
  if (isSame(was, mine)) return now;
  const parts = threeParts([was, mine, now])?.flatMap(([key, three]) => {
    const part = merged(three);
    return part === undefined ? [] : [[key, part] as const];
  });
  if (!parts) return mine;
  return Array.isArray(now) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** Whether somebody else has changed the same thing as the reader, and otherwise. */
function collides([was, mine, now]: Three): boolean {
  if (isSame(was, mine) || isSame(was, now) || isSame(mine, now)) return false;
  return threeParts([was, mine, now])?.some(([, three]) => collides(three)) ?? true;
}

const threeOf = ([key, mine]: readonly [string, SettingValue], before: Settings, now: Settings): Three => [
  settingIn(before, key)?.value,
  mine,
  settingIn(now, key)?.value,
];

/** Draft merged into settings that were changed meanwhile: of a list with ids, only the reader's entries change. */
export const laidOnto = (draft: Draft, before: Settings, now: Settings): Draft =>
  new Map([...draft].map((change) => [change[0], merged(threeOf(change, before, now)) as SettingValue]));

/** Whether a setting hides what it is, whole or in part: another value of it reads the same. */
const isHidden = (setting: Setting | undefined): boolean =>
  setting !== undefined && (setting.secret || JSON.stringify(setting.value).includes('•••'));

/**
 * Whether a save of the draft would undo what somebody else changed meanwhile. The page cannot see whether a hidden value has changed, so it
 * asks. Unsent changes count, too: they are merged together with the sent ones, and their own save then meets no 412.
 */
export const undoes = (draft: Draft, before: Settings, now: Settings): boolean =>
  [...draft].some((change) => isHidden(settingIn(now, change[0])) || collides(threeOf(change, before, now)));

/**
 * Base of a draft that began earlier: the present settings, with those of the draft as they were then. If somebody has changed one of
 * these since, it has no ETag: the save meets a 412, and what does not collide is saved all the same.
 */
export function rebased(draft: Draft, was: readonly Setting[], now: Settings): Settings {
  const old = (one: Setting): Setting => {
    const { value } = was.find(({ key }) => key === one.key && draft.has(key)) ?? one;
    return { ...one, value };
  };
  const base = { ...now, sections: now.sections.map((one) => ({ ...one, settings: one.settings.map(old) })) };
  return changedSince(base, now).length > 0 ? { ...base, etag: '' } : base;
}

/** Draft and its base as kept for a reload of this tab. Secrets are left out: anyone with the browser could read them. */
export function asKept(draft: Draft, base: Settings): string {
  const was = allOf(base).filter(({ key, secret }) => draft.has(key) && !secret);
  const mine = was.map(({ key }) => [key, draft.get(key)]);
  return was.length > 0 ? JSON.stringify({ file: base.file, was, mine }) : '';
}

/** Restores a draft and its base; null if there is none, or another station answers at this address. */
export function fromKept(text: string | null, now: Settings): { draft: Draft; base: Settings } | null {
  if (!text?.startsWith('{')) return null;
  try {
    const { file, was, mine } = JSON.parse(text) as { file: unknown; was: Setting[]; mine: [string, SettingValue][] };
    const draft = seenFrom(new Map(mine), now);
    return file === now.file && draft.size > 0 ? { draft, base: rebased(draft, was, now) } : null;
  } catch {
    return null; // written by something else, or cut short
  }
}

/** Settings that are other than they were, as the station has them now. */
export function changedSince(before: Settings, now: Settings): { was: Setting; is: Setting }[] {
  return allOf(now).flatMap((is) => {
    const was = settingIn(before, is.key);
    return was && !isSame(was.value, is.value) ? [{ was, is }] : [];
  });
}

/** Replaces the keys in a text of the station (`site.name`) by their titles. Long keys first: one may begin another. */
export function inOwnersWords(settings: Settings | null): (text: string) => string {
  const longest = (settings ? allOf(settings) : []).toSorted((a, b) => b.key.length - a.key.length);
  return (text) => longest.reduce((told, { key, title }) => told.replaceAll(key, title), text);
}
