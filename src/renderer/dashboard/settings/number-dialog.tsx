import { useSignal } from '@preact/signals';
import type { Setting, SettingValue } from '../../../contract/settings.ts';
import { DASH, THIN } from '../../kit/format.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Keypad } from '../../kit/parts/keypad.tsx';
import { t } from '../texts/settings.ts';
import { entryOf, NUMBER_DIGITS } from './number-entry.ts';

interface Props {
  setting: Setting;
  /** Present value, in words. */
  now: string;
  set: (value: SettingValue) => void;
  close: () => void;
}

/** A number by the keypad, in the reader's units. */
export function NumberDialog({ setting, now, set, close }: Props) {
  const typed = useSignal('');
  const { stored, wrong, range, unit, kind } = entryOf(setting, typed.value);
  const take = (value: SettingValue): void => {
    set(value);
    close();
  };
  const enter = (): void => {
    const entry = entryOf(setting, typed.peek()).stored;
    if (entry !== null) take(entry);
  };
  return (
    <Dialog class="ask pin" close={close} title={setting.title}>
      <p class={wrong ? 'refusal' : ''} aria-live="polite">
        {wrong ?? range}
      </p>
      <output class="typed" tabIndex={-1} autofocus>
        {typed.value ? typed.value + (unit && THIN + unit) : now || DASH}
      </output>
      <Keypad typed={typed} kind={kind} mostDigits={NUMBER_DIGITS} enter={enter} />
      <div class="buttons">
        <Button name={t.buttons.cancel} onClick={close} />
        {setting.nullable && typed.value === '' ? (
          <Button kind="strong" name={t.settings.none} onClick={() => take(null)} />
        ) : (
          <Button kind="strong" name={t.settings.set} disabled={stored === null} onClick={enter} />
        )}
      </div>
    </Dialog>
  );
}
