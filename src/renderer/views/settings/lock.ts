import type { Setting, Settings } from '../../../contract/settings.ts';
import { status } from '../../data/station.ts';
import { t } from '../../texts/settings.ts';
import { allOf } from './draft.ts';

/** The page was loaded by this machine from itself: the window on the wall, or a browser at the station. */
const isOwnMachine = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/** Why nothing at all can be changed from here; null where something can. */
export function whyReadOnly(settings: Settings): string | null {
  if (!settings.writable) return t.settings.readOnly({ file: settings.file });
  return !isOwnMachine && writesOf(settings) === 'local' ? t.settings.local : null;
}

/** Why this one cannot be changed from here; null where it can. */
export function whyLocked(setting: Setting, settings: Settings): string | null {
  if (setting.source === 'environment' || setting.source === 'option') return t.settings.by[setting.source];
  const isSetUp = status.value.value?.first_run === false;
  return setting.guarded && !isOwnMachine && isSetUp && writesOf(settings) === 'open' ? t.settings.onlyHere : null;
}

const writesOf = (settings: Settings): unknown => allOf(settings).find(({ key }) => key === 'access.writes')?.value;
