import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { pinAsked } from '../kit/data/station.ts';
import { Button } from '../kit/parts/button.tsx';
import { Dialog } from '../kit/parts/dialog.tsx';
import { Keypad, PIN_DIGITS } from '../kit/parts/keypad.tsx';
import { route } from '../kit/router.ts';
import { t } from '../kit/texts/over.ts';

/** PIN dialog. The PIN is kept until the page closes. */
export default function PinDialog() {
  const question = pinAsked.value;
  const typed = useSignal('');
  // A wrong PIN goes before anything else is typed.
  useLayoutEffect(() => {
    if (!question?.isBusy) typed.value = '';
  }, [question?.isBusy]);
  if (!question) return null;
  const isWrong = question.wasWrong && !question.isBusy;
  const isShort = typed.value.length < PIN_DIGITS.least;
  const enter = (): void => {
    if (!question.isBusy && typed.peek().length >= PIN_DIGITS.least) question.answer(typed.peek());
  };
  return (
    <Dialog class="ask pin" close={() => question.answer(null)} title={t.pin.title}>
      <p class={isWrong ? 'refusal' : ''} role={isWrong ? 'alert' : undefined}>
        {isWrong ? t.pin.wrong : t.pin.why}
      </p>
      {question.from !== route.value.view && <p>{t.views[question.from]}</p>}
      {/* Focused, so that Enter presses no key by accident. */}
      <output class="typed" aria-label={t.pin.typed({ n: typed.value.length })} tabIndex={-1} autofocus>
        {'•'.repeat(typed.value.length) || '\u00a0'}
      </output>
      <Keypad typed={typed} kind="code" mostDigits={PIN_DIGITS.most} isShut={question.isBusy} enter={enter} />
      <div class="buttons">
        <Button name={t.buttons.cancel} onClick={() => question.answer(null)} />
        <Button kind="strong" name={t.pin.enter} disabled={isShort} isBusy={question.isBusy} onClick={enter} />
      </div>
    </Dialog>
  );
}
