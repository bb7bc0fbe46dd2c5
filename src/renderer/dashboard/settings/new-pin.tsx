import { type Signal, useSignal } from '@preact/signals';
import { Button } from '../../kit/parts/button.tsx';
import { Keypad, PIN_DIGITS } from '../../kit/parts/keypad.tsx';
import { t } from '../../kit/texts/over.ts';

interface Props {
  /** The chosen PIN; empty until it was typed twice. */
  pin: Signal<string>;
  /** Enter, once it is chosen. */
  enter: () => void;
}

/** Choice of a PIN, typed twice because it is hidden: a typing error would lock its owner out. */
export function NewPin({ pin, enter }: Props) {
  const typed = useSignal(pin.peek());
  const first = useSignal<string | null>(pin.peek() || null);
  const differs = useSignal(false);
  const n = typed.value.length;
  const isChosen = pin.value !== '';
  const again = (): void => {
    if (n < PIN_DIGITS.least || first.peek() !== null) return;
    first.value = typed.peek();
    typed.value = '';
  };
  const compare = (): void => {
    const before = first.peek();
    if (before === null) differs.value = false;
    pin.value = before !== null && typed.peek() === before ? before : '';
    if (before === null || typed.peek().length < before.length || pin.peek() !== '') return;
    differs.value = true;
    first.value = null;
    typed.value = '';
  };
  const asked = first.value === null ? t.newPin.length : t.newPin.again;
  const words = isChosen ? t.newPin.same : differs.value ? t.newPin.differs : asked;
  return (
    <>
      <output class="typed" aria-label={t.pin.typed({ n })} tabIndex={-1}>
        {'•'.repeat(n) || '\u00a0'}
      </output>
      <p class={differs.value ? 'refusal' : 'muted'} aria-live="polite">
        {words}
      </p>
      <Keypad
        typed={typed}
        kind="code"
        mostDigits={first.value?.length ?? PIN_DIGITS.most}
        changed={compare}
        enter={() => (isChosen ? enter() : again())}
      />
      {!isChosen && first.value === null && (
        <Button name={t.newPin.next} disabled={n < PIN_DIGITS.least} onClick={again} />
      )}
    </>
  );
}
