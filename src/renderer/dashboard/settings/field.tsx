import type { Setting, Settings } from '../../../contract/settings.ts';
import { draft, edit, isBusy, reasons } from './editing.ts';
import { whyLocked } from './lock.ts';
import { SettingField } from './setting-field.tsx';

interface Props {
  setting: Setting;
  settings: Settings;
  isShut: boolean;
}

/** Field of a setting in the draft of this browser. */
export function Field({ setting, settings, isShut }: Props) {
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
      isShut={isShut}
      reason={reasons.value.get(key)}
    />
  );
}
