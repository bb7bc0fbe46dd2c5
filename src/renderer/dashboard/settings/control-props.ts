import type { Setting, SettingValue } from '../../../contract/settings.ts';
import type { Units } from '../../kit/format.ts';

export interface ControlProps {
  setting: Setting;
  /** Value of the draft, if it was changed. */
  value: SettingValue;
  isChanged: boolean;
  isDisabled: boolean;
  set: (value: SettingValue) => void;
  /** Units that the reader is about to choose; if absent, those of this page. */
  units?: Units;
  /** Explanation of each choice, by its value. */
  why?: Readonly<Record<string, string>>;
  /** Enter. */
  done?: () => void;
}
