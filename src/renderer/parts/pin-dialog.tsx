import { useSignal } from '@preact/signals';
import { pinAsked } from '../data/station.ts';
import { t } from '../texts/over.ts';
import { Dialog } from './dialog.tsx';
import { Keypad } from './keypad.tsx';

const LEAST_DIGITS = 4;
const MOST_DIGITS = 12;

/** PIN dialog. The PIN is kept until the page closes. */
export default function PinDialog() {
  const question = pinAsked.value;
  const typed = useSignal('');
  if (!question) return null;
  const enter = (): void => {
    if (typed.peek().length >= LEAST_DIGITS) question.answer(typed.peek());
  };
  return (
    <Dialog class="ask pin" close={() => question.answer(null)} labelledBy="pin-title">
      <h2 id="pin-title">{t.pin.title}</h2>
      <p class={question.wasWrong ? 'refusal' : ''} role={question.wasWrong ? 'alert' : undefined}>
        {question.wasWrong ? t.pin.wrong : t.pin.why}
      </p>
      {/* Focused, so that Enter presses no key by accident. */}
      <output class="typed" aria-label={t.pin.typed({ n: typed.value.length })} tabIndex={-1} autofocus>
        {'•'.repeat(typed.value.length) || '\u00a0'}
      </output>
      <Keypad typed={typed} kind="code" mostDigits={MOST_DIGITS} enter={enter} />
      <div class="buttons">
        <button type="button" class="button" onClick={() => question.answer(null)}>
          {t.pin.cancel}
        </button>
        <button type="button" class="button strong" disabled={typed.value.length < LEAST_DIGITS} onClick={enter}>
          {t.pin.enter}
        </button>
      </div>
    </Dialog>
  );
}
