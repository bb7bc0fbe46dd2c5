import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MINUS } from '../format.ts';
import { DECIMAL_SIGN } from '../format-size.ts';
import { Backspace } from '../icons-over.tsx';
import { t } from '../texts/over.ts';
import { isInFront } from './dialog.tsx';

/** The typed number with the decimal sign of the language. */
export const shownAs = (typed: string): string => typed.replace('.', DECIMAL_SIGN);

/** A number may have a point and a sign, and no zeros in front; a code is digits, each of which counts. */
export type Typing = 'number' | 'signed number' | 'code';

/** Length of a PIN. */
export const PIN_DIGITS = { least: 4, most: 12 };

interface Props {
  /** Typed text: digits, a point, a true minus in front. */
  typed: Signal<string>;
  kind: Typing;
  mostDigits?: number;
  /** Takes no key: what was typed is on its way. */
  isShut?: boolean;
  enter: () => void;
  /** After each key. */
  changed?: () => void;
}

/** `−3.4` as typed → −3.4; an unfinished entry is null. */
export function typedNumber(text: string): number | null {
  const plain = text.replace(MINUS, '-');
  return /\d$/.test(plain) ? Number(plain) : null;
}

/** Effect of one key on the text. Pure, so that odd orders of keys are tested. */
export function press(text: string, key: string, kind: Typing = 'signed number', mostDigits = 5): string {
  if (key === 'back') return text.slice(0, -1);
  if (key === 'sign') {
    if (kind !== 'signed number') return text;
    return text.startsWith(MINUS) ? text.slice(1) : MINUS + text;
  }
  if (key === '.') {
    if (kind === 'code' || text.includes('.')) return text;
    return /\d/.test(text) ? `${text}.` : `${text}0.`;
  }
  if (text.replace(/\D/g, '').length >= mostDigits) return text;
  return kind !== 'code' && /^−?0$/.test(text) ? text.slice(0, -1) + key : text + key;
}

const FROM_KEYBOARD: Record<string, string> = { Backspace: 'back', '-': 'sign', [MINUS]: 'sign', ',': '.', '.': '.' };

/** Numbers without a keyboard: every key is wider than a thumb, in the order of a telephone. A real keyboard works all the same. */
export function Keypad({ typed, kind, mostDigits, isShut = false, enter, changed }: Props) {
  const pad = useRef<HTMLFieldSetElement>(null);
  const tap = (key: string): void => {
    if (isShut) return;
    typed.value = press(typed.peek(), key, kind, mostDigits);
    changed?.();
  };
  // Before it is painted: an effect after that loses the first key of a quick hand.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !pad.current || !isInFront(pad.current)) return;
      if (event.target instanceof HTMLInputElement) return;
      const isPressing = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
      if (event.key === 'Enter' && !isPressing) {
        event.preventDefault();
        if (!event.repeat) enter();
        return;
      }
      const key = /^\d$/.test(event.key) ? event.key : FROM_KEYBOARD[event.key];
      if (!key) return;
      event.preventDefault();
      tap(key);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  // A key that took the focus when touched would be pressed once more by Enter.
  const keepFocus = (event: Event): void => event.preventDefault();
  const key = (name: string, size = '', face: ComponentChildren = shownAs(name), label?: string) => (
    <button
      key={name}
      type="button"
      class={`key ${size}`}
      onMouseDown={keepFocus}
      onClick={() => tap(name)}
      aria-label={label}
    >
      {face}
    </button>
  );
  return (
    <fieldset class={`keypad ${kind === 'signed number' ? 'signed' : ''}`} ref={pad} aria-label={t.keypad.label}>
      {['1', '2', '3'].map((n) => key(n))}
      {key('back', 'wide', <Backspace />, t.keypad.back)}
      {['4', '5', '6'].map((n) => key(n))}
      {kind === 'signed number' && key('sign', '', '±', t.keypad.sign)}
      {kind === 'code' ? key('0', 'tall') : key('.')}
      {['7', '8', '9'].map((n) => key(n))}
      {kind !== 'code' && key('0', 'wide')}
    </fieldset>
  );
}
