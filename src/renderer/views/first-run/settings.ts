import { signal } from '@preact/signals';
import type { Setting, Settings, SettingsChanged, SettingValue } from '../../../contract/settings.ts';
import { getJson, patch } from '../../data/station.ts';
import { draft, pin } from './draft.ts';

const AGAIN_MS = 2000;

export const settings = signal<Settings | null>(null);

export const settingOf = (key: string): Setting | null =>
  settings.value?.sections.flatMap((section) => section.settings).find((setting) => setting.key === key) ?? null;

/** Asked until it answers: a station that takes up its settings is away for some seconds. */
export function keepAsking(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  const ask = async (): Promise<void> => {
    try {
      const answer = await getJson<Settings>('/api/settings');
      if (isOver) return;
      settings.value = answer;
    } catch {
      if (!isOver) timer = setTimeout(() => void ask(), AGAIN_MS); // the header says why
    }
  };
  void ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Settings to change for the answers; what an option or the environment decides is left out. */
export function changes(): Record<string, SettingValue> {
  const { language, place, altitudeM, indoors, units, name, writes } = draft.value;
  const wanted: Record<string, SettingValue> = {};
  if (language !== null) wanted['site.language'] = language;
  if (place !== null) {
    wanted['site.latitude'] = place.latitude;
    wanted['site.longitude'] = place.longitude;
    if (place.timezone !== null) wanted['site.timezone'] = place.timezone;
  }
  if (altitudeM !== null) wanted['site.altitude_m'] = altitudeM;
  if (indoors !== null) wanted['site.indoors'] = indoors;
  if (units !== null) wanted['site.units'] = units;
  if (name !== null) wanted['site.name'] = name;
  if (writes !== null) wanted['access.writes'] = writes;
  if (writes === 'pin' && pin.value !== '') wanted['access.pin_hash'] = pin.value;
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => {
      const known = settingOf(key);
      return known !== null && !known.locked && (known.secret || known.value !== value || key === 'site.latitude');
    }),
  );
}

/** The same, as its owner would write it into the file; a PIN belongs into no picture of a screen. */
export function asLines(): string {
  const lines = new Map<string, string[]>();
  for (const [key, value] of Object.entries(changes())) {
    if (key === 'access.pin_hash') continue;
    const [section, name] = key.split('.') as [string, string];
    lines.set(section, [...(lines.get(section) ?? [`${section}:`]), `  ${name}: ${JSON.stringify(value)}`]);
  }
  return [...lines.values()].flat().join('\n');
}

export async function save(wanted: Record<string, SettingValue>): Promise<SettingsChanged> {
  if (Object.keys(wanted).length === 0) return { applied: [], restart: [] };
  const etag = settings.peek()?.etag;
  return patch<SettingsChanged>('/api/settings', wanted, etag ? { 'if-match': `"${etag}"` } : {});
}
