import type { Setting, SettingValue } from '../../../contract/settings.ts';
import type { Units } from '../../kit/format.ts';

export interface ControlProps {
  setting: Setting;
  /** The reader's own, where it has been changed. */
  value: SettingValue;
  isChanged: boolean;
  isDisabled: boolean;
  set: (value: SettingValue) => void;
  /** Units that the reader is about to choose; without them those of this page. */
  units?: Units;
  /** Explanation of each choice, by its value. */
  why?: Readonly<Record<string, string>>;
  /** Enter. */
  done?: () => void;
}
