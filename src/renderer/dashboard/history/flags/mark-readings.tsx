import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { lazyPart } from '../../../kit/lazy-view.tsx';
import { Button } from '../../../kit/parts/button.tsx';
import { withMoreWords } from '../../../kit/texts/in-language.ts';
import { t } from '../../texts/history.ts';
import { glanceAgain } from '../glance/glance.tsx';
import type { HistoryModel } from '../model.ts';
import { percentIn, type Window } from '../window.ts';

const FlagDialog = lazyPart(withMoreWords(() => import('./flag-dialog.tsx')));

/** Marks readings as wrong: a drag across the charts chooses the time, and so do two fields. */
export function MarkReadings({ model }: { model: HistoryModel }) {
  const typed = useSignal<Window | null>(null);
  const { armed, dragged } = model.marking;
  const chosen = typed.value ?? (armed.value ? null : dragged.value);
  const close = (): void => {
    typed.value = null;
    dragged.value = null;
    armed.value = false;
  };
  // Marking ends with the view.
  useEffect(() => close, []);
  const again = (): void => {
    model.reload();
    glanceAgain();
  };
  const arm = (): void => {
    dragged.value = null;
    armed.value = !armed.peek();
  };
  const type = (): void => {
    armed.value = false;
    typed.value = model.window.peek();
  };
  return (
    <>
      <Button name={armed.value ? t.buttons.cancel : t.history.flags.mark} aria-pressed={armed.value} onClick={arm} />
      {armed.value && (
        <p class="mark-hint" role="status">
          {t.history.flags.drag} <Button name={t.history.flags.type} onClick={type} />
        </p>
      )}
      {chosen && <FlagDialog span={chosen} model={model} done={again} close={close} />}
    </>
  );
}

/** The stretch that is being marked, over the charts. */
export function MarkedSpan({ model }: { model: HistoryModel }) {
  const span = model.marking.dragged.value;
  if (span === null) return null;
  const [from, to] = [span.fromS, span.toS].map((tS) => percentIn(model.window.value, tS)) as [number, number];
  return (
    <svg class="over marked-span" aria-hidden="true">
      <rect x={`${from}%`} width={`${to - from}%`} height="100%" />
    </svg>
  );
}
