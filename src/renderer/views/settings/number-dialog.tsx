import { useSignal } from '@preact/signals';
import type { Setting, SettingValue } from '../../../contract/settings.ts';
import { DASH } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Keypad, typedNumber } from '../../parts/keypad.tsx';
import { t } from '../../texts/settings.ts';
import { plain } from './words.ts';

const PIN_DIGITS = { least: 4, most: 12 };
const NUMBER_DIGITS = 10;

interface Props {
  setting: Setting;
  /** Present value, in words. */
  now: string;
  isPin?: boolean;
  set: (value: SettingValue) => void;
  close: () => void;
}

/** A number, or the digits of a PIN, by the keypad. */
export function NumberDialog({ setting, now, isPin = false, set, close }: Props) {
  const { title, type, min, max, nullable } = setting;
  const typed = useSignal('');
  const wrong = isPin ? null : wrongWith(typed.value, setting);
  const isComplete = isPin
    ? typed.value.length >= PIN_DIGITS.least
    : typedNumber(typed.value) !== null && wrong === null;
  const take = (value: SettingValue): void => {
    set(value);
    close();
  };
  const enter = (): void => {
    if (isComplete) take(isPin ? typed.peek() : typedNumber(typed.peek()));
  };
  const range = min !== undefined && max !== undefined ? t.settings.range({ from: plain(min), to: plain(max) }) : '';
  return (
    <Dialog class="ask pin" close={close} labelledBy="number-title">
      <h2 id="number-title">{title}</h2>
      <p class={wrong ? 'refusal' : ''} aria-live="polite">
        {wrong ?? (isPin ? t.settings.pinLength : range)}
      </p>
      <output class="typed" tabIndex={-1} autofocus>
        {isPin ? '•'.repeat(typed.value.length) || '\u00a0' : typed.value || now || DASH}
      </output>
      <Keypad
        typed={typed}
        kind={isPin ? 'code' : min !== undefined && min < 0 ? 'signed number' : 'number'}
        mostDigits={isPin ? PIN_DIGITS.most : NUMBER_DIGITS}
        enter={enter}
      />
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {t.settings.cancel}
        </button>
        {nullable && !isPin && typed.value === '' ? (
          <button type="button" class="button strong" onClick={() => take(null)}>
            {t.settings.none}
          </button>
        ) : (
          <button type="button" class="button strong" disabled={!isComplete} onClick={enter}>
            {t.settings.set}
          </button>
        )}
      </div>
    </Dialog>
  );

  function wrongWith(text: string, { min: low, max: high }: Setting): string | null {
    const value = typedNumber(text);
    if (value === null) return null;
    if (type === 'integer' && !Number.isInteger(value)) return t.settings.notWhole;
    const isOut = (low !== undefined && value < low) || (high !== undefined && value > high);
    return isOut ? t.settings.outOfRange({ from: plain(low!), to: plain(high!) }) : null;
  }
}
