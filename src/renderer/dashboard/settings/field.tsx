import type { Setting } from '../../../contract/settings.ts';
import { draft, edit, isBusy, reasons, shown } from './editing.ts';
import { whyLocked, whyReadOnly } from './lock.ts';
import { SettingField } from './setting-field.tsx';

/** Field of a setting in the draft of this browser. */
export function Field({ setting }: { setting: Setting }) {
  const settings = shown.value;
  if (!settings) return null;
  const { key } = setting;
  const isChanged = draft.value.has(key);
  return (
    <SettingField
      setting={setting}
      value={isChanged ? draft.value.get(key)! : setting.value}
      isChanged={isChanged}
      isDisabled={isBusy.value}
      set={(next) => edit(setting, next)}
      locked={whyLocked(setting, settings)}
      isShut={whyReadOnly(settings) !== null}
      reason={reasons.value.get(key)}
    />
  );
}
