import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ApiProblem } from '../kit/data/api.ts';
import { useTask } from '../kit/data/task.ts';
import { Button } from '../kit/parts/button.tsx';
import { ProblemLine } from '../kit/parts/problem.tsx';
import { SureButton } from '../kit/parts/sure-button.tsx';
import { whyNot } from './fleet.ts';
import { t } from './texts/fleet.ts';

/** Counter of the actions that people began on this page. */
export const begun = signal(0);
/** Takes the answers of earlier actions away: beside the next one they would read as its own. Forms call it themselves. */
export const beginAction = () => begun.value++;

/** Text that the hub shows once. It stays until its own form has another answer. */
const isSecret = (answer: unknown): answer is { secret: string } =>
  typeof answer === 'object' && answer !== null && 'secret' in answer;

interface Props {
  label: string;
  /** Text of the button that sends it; the label if absent. */
  go?: string;
  /** Answers a sentence for the reader, or a secret; anything else is not shown. */
  send: () => Promise<unknown>;
  /** Sentence where no answer comes. */
  unanswered?: string;
  isShut?: boolean;
  /** Subject that is deleted, by two touches. */
  deletes?: string;
  /** Question of the second touch, where nothing is deleted for good. */
  sure?: string;
  children?: ComponentChildren;
}

/** Form that is sent once at a time, and says below itself that it is on its way and how it went, until another action begins. */
export function Form({ label, go = label, send, unanswered, isShut = false, deletes, sure, children }: Props) {
  const { busy, result, problem, run } = useTask<unknown>();
  const answeredAt = useSignal(begun.peek());
  const form = useRef<HTMLFormElement>(null);
  // While it is in the page still: what ends a plain effect runs after it is painted without the form.
  useLayoutEffect(() => () => leaveFocus(form.current!), []);
  const submit = async (event?: Event): Promise<void> => {
    event?.preventDefault();
    if (isShut || busy.peek()) return;
    beginAction();
    if (!isSecret(result.peek())) result.value = null;
    await run(() => send().catch((error: unknown) => inWords(error, unanswered)));
    answeredAt.value = begun.peek();
  };
  const answer = (): ComponentChildren => {
    const known = result.value;
    if (busy.value) return <p class="muted">{t.fleet.sending}</p>;
    if (answeredAt.value !== begun.value) return null;
    if (problem.value !== null) return <ProblemLine text={problem.value} />;
    return typeof known === 'string' && <p class="muted">{known}</p>;
  };
  return (
    <form class="stack" ref={form} aria-label={label} onSubmit={submit} onInput={beginAction}>
      <div class="row">
        {children}
        {deletes !== undefined ? (
          // Not disabled while it is sent: the focus would leave the list, and the next entry takes its place.
          <SureButton name={go} sure={sure ?? t.buttons.sure} about={deletes} act={submit} disabled={isShut} />
        ) : (
          <Button name={go} type="submit" disabled={busy.value || isShut} />
        )}
      </div>
      <div role="status">
        {isSecret(result.value) && <p class="muted">{result.value.secret}</p>}
        {answer()}
      </div>
    </form>
  );
}

/** Gives the focus of a form that goes, as with the last entry of a list, to the heading above: it would fall to the page. */
function leaveFocus(form: HTMLFormElement): void {
  if (!form.contains(document.activeElement)) return;
  const isAbove = (heading: Element) => heading.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING;
  // Of its own section, which goes where the whole view does.
  const heading = [...(form.closest('section')?.querySelectorAll('h2') ?? [])].findLast(isAbove);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Refusal as a sentence for people. */
const inWords = (error: unknown, unanswered?: string): never => {
  throw error instanceof ApiProblem ? new Error(whyNot(error, unanswered)) : error;
};
