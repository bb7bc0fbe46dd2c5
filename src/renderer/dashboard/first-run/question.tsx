import type { ControlProps } from '../settings/control-props.ts';
import { SettingField } from '../settings/setting-field.tsx';
import { settingOf } from './save-answers.ts';

interface Props extends Pick<ControlProps, 'value' | 'set' | 'units' | 'why' | 'done'> {
  of: string;
  /** In place of the setting's own title and help, where a new owner needs other words. */
  title?: string;
  help?: string;
  /** Beside others on its page. */
  isOneOf?: boolean;
  /** Fixed by an option or the environment. */
  isShut?: boolean;
}

/** A setting as a question; nothing where this station does not have it. */
export function Question({ of, isOneOf = false, title, help, ...rest }: Props) {
  const known = settingOf(of);
  if (known === null) return null;
  // A default would be an answer that the owner never gave.
  const setting = { ...known, title: title ?? known.title, help: help ?? known.help, default: rest.value };
  return <SettingField {...rest} setting={setting} isChanged={false} isDisabled={false} isAlone={!isOneOf} />;
}
