import type { Setting, SettingValue } from '../../../contract/settings.ts';

export interface ControlProps {
  setting: Setting;
  /** The reader's own, where it has been changed. */
  value: SettingValue;
  isChanged: boolean;
  isDisabled: boolean;
  set: (value: SettingValue) => void;
}
