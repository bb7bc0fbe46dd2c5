import { batch, computed, effect, signal } from '@preact/signals';
import type { Setting, Settings, SettingsChanged, SettingValue } from '../../../contract/settings.ts';
import { settingWordsOf } from '../../../messages/setting-words.ts';
import { read, write } from '../../kit/browser-choices.ts';
import { ApiProblem, GivenUp } from '../../kit/data/api.ts';
import { begunAgain } from '../../kit/data/begun-again.ts';
import { patch, resource } from '../../kit/data/station.ts';
import { words } from '../../kit/texts/in-language.ts';
import { alarms } from '../alarm-bar/loud.ts';
import { t } from '../texts/settings.ts';
import {
  allOf,
  asKept,
  type Draft,
  edited,
  fromKept,
  inOwnersWords,
  laidOnto,
  rebased,
  seenFrom,
  settingIn,
  undoes,
} from './draft.ts';

const PATH = '/api/settings';
const STORAGE_KEY = 'weatherglass.settings-draft';

/** Settings of the station, polled: the file may be edited by hand while this page is open. */
export const latest = resource<Settings>(() => PATH, 30);

/** Title and help of a setting in this language; undefined in English, which comes with the station's answer. */
const settingWords = (key: string) => settingWordsOf(words, key);
const partOf = (key: string): string => key.split('.').slice(0, -1).join('.');

/** The station's answer in the language of this page. */
const translated = (settings: Settings): Settings => ({
  ...settings,
  sections: settings.sections.map((section) => ({
    ...section,
    title: settingWords(section.name)?.title ?? section.title,
    settings: section.settings.map((setting) => {
      const { title, help } = settingWords(setting.key) ?? setting;
      const { group } = setting;
      return {
        ...setting,
        ...(group !== undefined && { group: settingWords(partOf(setting.key))?.title ?? group }),
        title,
        help,
      };
    }),
  })),
});

/** Unsaved changes. Kept beside the view: the wall goes back to Now by itself, and they must be there afterwards. */
export const draft = signal<Draft>(new Map());
/** Settings when the draft began; it may only be saved onto these. */
const base = signal<Settings | null>(null);
/** The station's settings in the reader's words. */
export const worded = computed(() => latest.value.value && translated(latest.value.value));
export const shown = computed(() => (draft.value.size > 0 ? base.value : null) ?? worded.value);
export const reasons = signal<ReadonlyMap<string, string>>(new Map());
/** Phase of a save. `late`: saved, and the station has not come back for long; settings may be changed again meanwhile. */
export const phase = signal<'reading' | 'saving' | 'beginning' | 'late' | 'done'>('reading');
export const outcome = signal<SettingsChanged | null>(null);
/** Reason why nothing was saved, if no setting is at fault. */
export const problem = signal<string | null>(null);
export interface Conflict {
  before: Settings;
  now: Settings;
  /** Changes that the reader's save sent, laid onto the settings as they are now. */
  mine: Draft;
  /** Whether the reader's changes are saved on top, or dropped; null leaves them unsaved. */
  decide(isOnTop: boolean | null): void;
}
/** Conflict with changes from elsewhere, while the reader decides. The save waits for that. */
export const meanwhile = signal<Conflict | null>(null);

/** Whether the draft that the tab kept over a reload was restored: that waits for the settings. */
let isTakenUp = false;
effect(() => {
  const now = worded.value;
  if (now === null || isTakenUp) return;
  isTakenUp = true;
  const kept = fromKept(read(STORAGE_KEY, 'sessionStorage'), now);
  if (kept === null) return;
  batch(() => {
    base.value = kept.base;
    draft.value = kept.draft;
  });
});
effect(() => {
  const now = draft.value;
  const from = base.peek();
  if (from !== null) write(STORAGE_KEY, asKept(now, from), 'sessionStorage');
});

/** Drops a draft that the station has already: the answer to its save was lost, or somebody else has set the same. */
effect(() => {
  const now = worded.value;
  const [mine, from] = [draft.peek(), base.peek()];
  if (now !== null && mine.size > 0 && now.etag !== from?.etag && seenFrom(mine, now).size === 0) discard();
});

export const isBusy = computed(() => phase.value === 'saving' || phase.value === 'beginning');

export function edit(setting: Setting, value: SettingValue): void {
  batch(() => {
    if (draft.peek().size === 0) base.value = worded.peek();
    draft.value = edited(draft.peek(), setting, value);
    // A typed secret takes the place of one in a file.
    const file = setting.secret && typeof value === 'string' && settingIn(base.peek(), `${setting.key}_file`);
    if (file && file.value !== null) draft.value = edited(draft.peek(), file, null);
    // A PIN is set to be asked for; a station that only its own screen may change stays so.
    const writes = setting.key === 'access.pin_hash' && value !== null && settingIn(base.peek(), 'access.writes');
    if (writes && !writes.locked && (draft.peek().get(writes.key) ?? writes.value) === 'open')
      draft.value = edited(draft.peek(), writes, 'pin');
    reasons.value = new Map([...reasons.peek()].filter(([key]) => key !== setting.key));
    problem.value = null;
    outcome.value = null;
    if (phase.peek() === 'done' || phase.peek() === 'late') phase.value = 'reading';
  });
}

export function discard(): void {
  batch(() => {
    draft.value = new Map();
    reasons.value = new Map();
    problem.value = null;
    meanwhile.value = null;
  });
}

/** Part of a draft that a save of one key sends, or of all keys; and what waits meanwhile. */
const sentOf = (all: Draft, only?: string): Draft => new Map([...all].filter(([key]) => key === (only ?? key)));
const restOf = (all: Draft, only?: string): Draft => new Map([...all].filter(([key]) => key !== (only ?? key)));

/** Number of saves; a second save during a restart waits for the newest one. */
let saves = 0;
/** Saves the draft, or one key of it: the others wait. `isAgain` behind a 412 that asked nobody: the next one asks. */
export async function save(only?: string, isAgain = false): Promise<void> {
  const from = base.peek();
  const sent = sentOf(draft.peek(), only);
  if (from === null || sent.size === 0 || isBusy.peek()) return;
  const askedMs = performance.now();
  const mine = ++saves;
  phase.value = 'saving';
  problem.value = null;
  try {
    const changes = [...sent].map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]);
    const told = await patch<SettingsChanged>(PATH, Object.fromEntries(changes), {
      'if-match': `"${from.etag}"`,
    });
    const waiting = restOf(draft.peek(), only);
    batch(() => {
      discard();
      draft.value = waiting;
      outcome.value = told;
      if (told.begins) phase.value = 'beginning';
    });
    await begunAgain(told, askedMs, () => {
      if (mine === saves) phase.value = 'late';
    });
    await Promise.all([latest.load(), alarms.load()]); // what is called active, the view shows
    base.value = rebased(waiting, allOf(from), worded.peek()!);
    if (mine === saves) phase.value = 'done';
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 412) await latest.load();
    // In one batch, so that the phase never shows 'reading' between two sends.
    await batch(() => {
      phase.value = 'reading';
      return refused(error, from, only, isAgain);
    });
  }
}

/** Changes a setting and saves it at once, and it alone: other changes of the reader's that are not saved yet wait. */
export async function editNow(setting: Setting, value: SettingValue): Promise<void> {
  edit(setting, value);
  await save(setting.key);
}

async function refused(error: unknown, before: Settings, only: string | undefined, isAgain: boolean): Promise<void> {
  if (error instanceof GivenUp) return;
  if (!(error instanceof ApiProblem)) throw error;
  if (error.status === 0) await latest.load();
  if (draft.peek().size === 0) return;
  const now = worded.peek();
  if (error.status === 412 && now !== null && latest.problem.peek() === null) {
    const merged = seenFrom(laidOnto(draft.peek(), before, now), now);
    const mine = sentOf(merged, only);
    const isAsked = isAgain || undoes(draft.peek(), before, now);
    const ask = () => new Promise<boolean | null>((decide) => (meanwhile.value = { before, now, mine, decide }));
    const isOnTop = mine.size > 0 && (!isAsked || (await ask()));
    meanwhile.value = null;
    if (isOnTop === null) return;
    const waiting = restOf(draft.peek(), only);
    batch(() => {
      discard();
      base.value = isOnTop ? now : rebased(waiting, allOf(before), now);
      draft.value = isOnTop ? merged : waiting;
    });
    return isOnTop ? save(only, !isAsked) : undefined;
  }
  const titled = inOwnersWords(before);
  const byKey = new Map(error.reasons.map(({ loc, msg }) => [String(loc.at(-1)), titled(msg)]));
  const known = new Set(allOf(before).map(({ key }) => key));
  batch(() => {
    reasons.value = byKey;
    const isTold = byKey.size > 0 && [...byKey.keys()].every((key) => known.has(key));
    // A 412 whose settings did not come: the station begins again with them.
    const isSilent = error.status === 0 || error.status === 412;
    problem.value = isTold ? t.settings.refused : isSilent ? t.settings.silent : titled(error.message);
  });
}

/** Merges the differences of an uploaded file into the draft, for review. */
export function layIn(changes: Readonly<Record<string, SettingValue>>): void {
  const now = shown.peek();
  if (now === null) return;
  for (const setting of allOf(now)) if (Object.hasOwn(changes, setting.key)) edit(setting, changes[setting.key]!);
}
