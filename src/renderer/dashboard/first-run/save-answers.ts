import type { Setting, SettingsChanged, SettingValue } from '../../../contract/settings.ts';
import { patch } from '../../kit/data/station.ts';
import { settingIn } from '../settings/draft.ts';
import { worded } from '../settings/editing.ts';
import { draft, pin } from './draft.ts';

export const settingOf = (key: string): Setting | null => settingIn(worded.value, key) ?? null;

/** Settings to change for the answers that were given; what an option or the environment decides is left out. */
export function changes(): Record<string, SettingValue> {
  const { language, place, altitudeM, indoors, units, name, writes } = draft.value;
  const wanted: Record<string, SettingValue> = {
    'site.language': language,
    'site.latitude': place?.latitude ?? null,
    'site.longitude': place?.longitude ?? null,
    'site.timezone': place?.timezone ?? null,
    'site.altitude_m': altitudeM,
    'site.indoors': indoors,
    'site.units': units,
    'site.name': name,
    'access.writes': writes,
    'access.pin_hash': (writes === 'pin' && pin.value) || null,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => {
      const known = value === null ? null : settingOf(key);
      return known !== null && !known.locked && (known.secret || known.value !== value || key === 'site.latitude');
    }),
  );
}

/** The same as lines of the settings file, without the PIN: the screen may be photographed. */
export function asLines(): string {
  const told = Object.entries(changes()).filter(([key]) => key !== 'access.pin_hash');
  return [...Map.groupBy(told, ([key]) => key.split('.')[0]!)]
    .flatMap(([section, all]) => [
      `${section}:`,
      ...all.map(([key, value]) => `  ${key.slice(section.length + 1)}: ${JSON.stringify(value)}`),
    ])
    .join('\n');
}

export async function save(wanted: Record<string, SettingValue>): Promise<SettingsChanged> {
  if (Object.keys(wanted).length === 0) return { applied: [], restart: [], begins: false };
  const etag = worded.peek()?.etag;
  return patch<SettingsChanged>('/api/settings', wanted, etag ? { 'if-match': `"${etag}"` } : {});
}
