import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { pinAsked } from '../data/api.ts';
import { t } from '../texts.ts';
import { Keypad } from './keypad.tsx';

/** Some stations let only those who know their PIN change things. It is kept until the page closes. */
export default function PinDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const typed = useSignal('');
  useEffect(() => dialog.current?.showModal(), []);
  const answer = (pin: string | null): void => {
    pinAsked.peek()?.(pin);
    pinAsked.value = null;
  };
  return (
    <dialog class="ask pin" ref={dialog} onClose={() => answer(null)} aria-labelledby="pin-title">
      <h2 id="pin-title">{t.pin.title}</h2>
      <output class="typed" aria-label={t.pin.title}>
        {'•'.repeat(typed.value.length) || '\u00a0'}
      </output>
      <Keypad typed={typed} decimal={false} mostDigits={12} enter={() => answer(typed.peek())} />
      <div class="buttons">
        <button type="button" class="button" onClick={() => answer(null)}>
          {t.pin.cancel}
        </button>
        <button
          type="button"
          class="button strong"
          disabled={typed.value.length < 4}
          onClick={() => answer(typed.peek())}
        >
          {t.pin.enter}
        </button>
      </div>
    </dialog>
  );
}
