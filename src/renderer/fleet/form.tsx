import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
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
export const beginAction = (): void => {
  begun.value++;
};

/** Text that the hub shows once. It stays until its own form has another answer. */
interface Secret {
  secret: string;
}
const isSecret = (answer: unknown): answer is Secret =>
  typeof answer === 'object' && answer !== null && 'secret' in answer;

interface Props {
  label: string;
  /** Text of the button that sends it; the label if absent. */
  go?: string;
  /** Answers a sentence for the reader, or a `Secret`; anything else is not shown. */
  send: () => Promise<unknown>;
  /** Sentence where no answer comes. */
  unanswered?: string;
  isShut?: boolean;
  /** Subject that is deleted, by two touches. */
  deletes?: string;
  children?: ComponentChildren;
}

/** Form that is sent once at a time, and says below itself that it is on its way and how it went, until another action begins. */
export function Form({ label, go = label, send, unanswered, isShut = false, deletes, children }: Props) {
  const { busy, result, problem, run } = useTask<unknown>();
  const answeredAt = useSignal(begun.peek());
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
    <form class="stack" aria-label={label} onSubmit={submit} onInput={beginAction}>
      <div class="row">
        {children}
        {deletes !== undefined ? (
          // Not disabled while it is sent: the focus would leave the list, and the next entry takes its place.
          <SureButton name={go} sure={t.buttons.sure} about={deletes} act={submit} />
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

/** Refusal as a sentence for people. */
const inWords = (error: unknown, unanswered?: string): never => {
  throw error instanceof ApiProblem ? new Error(whyNot(error, unanswered)) : error;
};
