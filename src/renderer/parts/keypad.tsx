import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MINUS } from '../format.ts';
import { Backspace } from '../icons.tsx';
import { t } from '../texts.ts';

interface Props {
  /** What has been typed: digits, a point, a true minus in front. */
  typed: Signal<string>;
  signed?: boolean;
  decimal?: boolean;
  mostDigits?: number;
  enter?: () => void;
}

/** `−3.4` as typed → −3.4; an unfinished entry is null. */
export function typedNumber(text: string): number | null {
  const plain = text.replace(MINUS, '-');
  return /\d/.test(plain) ? Number(plain) : null;
}

/** What a key does to the text. Pure, so that the odd orders fingers find are tested. */
export function press(text: string, key: string, mostDigits = 5): string {
  if (key === 'back') return text.slice(0, -1);
  if (key === 'sign') return text.startsWith(MINUS) ? text.slice(1) : MINUS + text;
  if (key === '.') return text.includes('.') ? text : /\d/.test(text) ? `${text}.` : `${text}0.`;
  if (text.replace(/\D/g, '').length >= mostDigits) return text;
  return /^−?0$/.test(text) ? text.slice(0, -1) + key : text + key;
}

const FROM_KEYBOARD: Record<string, string> = { Backspace: 'back', '-': 'sign', [MINUS]: 'sign', ',': '.', '.': '.' };

/** Numbers without a keyboard: every key is wider than a thumb. A real keyboard works all the same. */
export function Keypad({ typed, signed, decimal = true, mostDigits, enter }: Props) {
  const tap = (key: string): void => {
    typed.value = press(typed.peek(), key, mostDigits);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = /^\d$/.test(event.key) ? event.key : FROM_KEYBOARD[event.key];
      if (event.key === 'Enter' && enter && !(event.target instanceof HTMLButtonElement)) enter();
      if (!key || (key === 'sign' && !signed) || (key === '.' && !decimal)) return;
      event.preventDefault();
      tap(key);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const key = (label: string, wide = false) => (
    <button type="button" class={wide ? 'key wide' : 'key'} onClick={() => tap(label)}>
      {label}
    </button>
  );
  return (
    <fieldset class="keypad" aria-label={t.keypad.label}>
      {['7', '8', '9'].map((n) => key(n))}
      <button type="button" class="key wide" onClick={() => tap('back')} aria-label={t.keypad.back}>
        <Backspace />
      </button>
      {['4', '5', '6'].map((n) => key(n))}
      {signed && (
        <button type="button" class="key" onClick={() => tap('sign')} aria-label={t.keypad.sign}>
          ±
        </button>
      )}
      {decimal ? key('.', !signed) : <span class="wide" />}
      {['1', '2', '3'].map((n) => key(n))}
      {key('0', true)}
    </fieldset>
  );
}
