import { useSignal } from '@preact/signals';
import type { Setting, SettingValue } from '../../../contract/settings.ts';
import { DASH, THIN } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Keypad, typedNumber } from '../../parts/keypad.tsx';
import { t } from '../../texts/settings.ts';
import { measureOf } from './measured.ts';
import { numberWords } from './words.ts';

const NUMBER_DIGITS = 10;

interface Props {
  setting: Setting;
  /** Present value, in words. */
  now: string;
  set: (value: SettingValue) => void;
  close: () => void;
}

/** A number by the keypad, in the reader's units. */
export function NumberDialog({ setting, now, set, close }: Props) {
  const { key, title, type, min, max, nullable } = setting;
  const measure = measureOf(key);
  const typed = useSignal('');
  const stored = (): number | null => {
    const value = typedNumber(typed.value);
    return value === null || measure === null ? value : measure.stored(value);
  };
  const wrong = wrongWith(stored(), setting);
  const isComplete = stored() !== null && wrong === null;
  const take = (value: SettingValue): void => {
    set(value);
    close();
  };
  const enter = (): void => {
    if (isComplete) take(stored());
  };
  const range =
    min !== undefined && max !== undefined
      ? t.settings.range({ from: numberWords(key, min), to: numberWords(key, max) })
      : '';
  return (
    <Dialog class="ask pin" close={close} labelledBy="number-title">
      <h2 id="number-title">{title}</h2>
      <p class={wrong ? 'refusal' : ''} aria-live="polite">
        {wrong ?? range}
      </p>
      <output class="typed" tabIndex={-1} autofocus>
        {typed.value ? typed.value + (measure ? THIN + measure.unit : '') : now || DASH}
      </output>
      <Keypad
        typed={typed}
        kind={min !== undefined && min < 0 ? 'signed number' : 'number'}
        mostDigits={NUMBER_DIGITS}
        enter={enter}
      />
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {t.settings.cancel}
        </button>
        {nullable && typed.value === '' ? (
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

  function wrongWith(value: number | null, { min: low, max: high }: Setting): string | null {
    if (value === null) return null;
    if (type === 'integer' && !Number.isInteger(value)) return t.settings.notWhole;
    const isOut = (low !== undefined && value < low) || (high !== undefined && value > high);
    return isOut ? t.settings.outOfRange({ from: numberWords(key, low!), to: numberWords(key, high!) }) : null;
  }
}
