import type { Setting, Settings } from '../../../contract/settings.ts';
import { status } from '../../kit/data/station.ts';
import { isLoopback } from '../own-machine.ts';
import { t } from '../texts/settings.ts';
import { settingIn } from './draft.ts';

/** Reason why nothing can be changed from here; null where something can. */
export function whyReadOnly(settings: Settings): string | null {
  if (!settings.writable) return t.settings.readOnly({ file: settings.file });
  return !isLoopback && writesOf(settings) === 'local' ? t.settings.local : null;
}

/** Reason why this setting cannot be changed from here; null where it can. */
export function whyLocked(setting: Setting, settings: Settings): string | null {
  if (setting.source === 'environment' || setting.source === 'option') return t.settings.by[setting.source];
  const isSetUp = status.value.value?.first_run === false;
  return setting.guarded && !isLoopback && isSetUp && writesOf(settings) === 'open' ? t.settings.onlyHere : null;
}

const writesOf = (settings: Settings): unknown => settingIn(settings, 'access.writes')?.value;
