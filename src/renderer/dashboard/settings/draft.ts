import type { Setting, Settings, SettingValue } from '../../../contract/settings.ts';

/** Unsaved changes, by key. */
export type Draft = ReadonlyMap<string, SettingValue>;

export const allOf = ({ sections }: Settings): Setting[] => sections.flatMap(({ settings }) => settings);
export const settingIn = (settings: Settings | null, key: string): Setting | undefined =>
  settings ? allOf(settings).find((setting) => setting.key === key) : undefined;

const isSame = (a: SettingValue, b: SettingValue): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The draft with another value in it; one that is what the station has anyway is no change. */
export function edited(draft: Draft, setting: Setting, value: SettingValue): Draft {
  const next = new Map(draft);
  if (!setting.secret && isSame(value, setting.value)) next.delete(setting.key);
  else next.set(setting.key, value);
  return next;
}

/** The draft seen from settings that were changed meanwhile: what somebody else has set to the same is no change any more. */
export function seenFrom(draft: Draft, now: Settings): Draft {
  return new Map(
    [...draft].filter(([key, value]) => {
      const setting = settingIn(now, key);
      return setting !== undefined && !setting.locked && (setting.secret || !isSame(value, setting.value));
    }),
  );
}

interface Entry {
  id: string;
}
const isEntries = (value: unknown): value is Entry[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'id' in one);

/** Three-way merge of an entry: fields that the reader did not touch are as somebody else left them. */
function mergedEntry(before: object, mine: object, now: object): Entry {
  const of = (entry: object) => new Map<string, unknown>(Object.entries(entry));
  const [was, own, others] = [of(before), of(mine), of(now)];
  for (const field of [...was.keys(), ...own.keys()])
    if (JSON.stringify(was.get(field)) !== JSON.stringify(own.get(field))) others.set(field, own.get(field));
  return Object.fromEntries(others) as unknown as Entry;
}

/** Three-way merge of a list whose entries have ids, as alarm rules have. */
export function mergedEntries(before: Entry[], mine: Entry[], now: Entry[]): Entry[] {
  const find = (entries: Entry[], id: string) => entries.find((one) => one.id === id);
  const isTouched = (id: string): boolean => JSON.stringify(find(before, id)) !== JSON.stringify(find(mine, id));
  const added = mine.filter(({ id }) => isTouched(id) && !find(now, id));
  const merged = (one: Entry): Entry | [] => {
    const own = find(mine, one.id);
    return own ? mergedEntry(find(before, one.id) ?? {}, own, one) : isTouched(one.id) ? [] : one;
  };
  return [...now.flatMap(merged), ...added];
}

/** The draft laid onto settings that were changed meanwhile: of a list with ids, the reader's own entries alone. */
export function laidOnto(draft: Draft, before: Settings, now: Settings): Draft {
  const merged = ([key, mine]: [string, SettingValue]): [string, SettingValue] => {
    const [was, is]: unknown[] = [settingIn(before, key)?.value, settingIn(now, key)?.value];
    const isList = isEntries(was) && isEntries(mine) && isEntries(is);
    return [key, isList ? (mergedEntries(was, mine, is) as unknown as SettingValue) : mine];
  };
  return new Map([...draft].map(merged));
}

/**
 * Base of a draft that began earlier: the present settings, with those of the draft as they were then. If somebody has changed one of
 * these since, it has no ETag: the save meets a 412, and the reader decides.
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

/** The station speaks of `site.name`, which programs need; its owner reads the title. Long keys first: one may begin another. */
export function inOwnersWords(settings: Settings | null): (text: string) => string {
  const longest = (settings ? allOf(settings) : []).toSorted((a, b) => b.key.length - a.key.length);
  return (text) => longest.reduce((told, { key, title }) => told.replaceAll(key, title), text);
}
