import type { ComponentChildren } from 'preact';
import { ApiProblem } from '../kit/data/api.ts';
import { useTask } from '../kit/data/task.ts';
import { Button } from '../kit/parts/button.tsx';
import { ProblemLine } from '../kit/parts/problem.tsx';
import { whyNot } from './fleet.ts';

interface Props {
  label: string;
  /** Text of the button that sends it; the label if absent. */
  go?: string;
  /** Answers a sentence for the reader; anything else is not shown. */
  send: () => Promise<unknown>;
  isShut?: boolean;
  children?: ComponentChildren;
}

/** Form that is sent once at a time, and says below itself how it went. */
export function Form({ label, go = label, send, isShut = false, children }: Props) {
  const { busy, result, problem, run } = useTask<unknown>();
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!isShut) void run(() => send().catch(inWords));
  };
  // Empty while the next one is under way: a screen reader says the same sentence again only where it comes anew.
  const said = busy.value ? null : result.value;
  return (
    <form class="stack" aria-label={label} onSubmit={submit}>
      <div class="row">
        {children}
        <Button name={go} type="submit" disabled={busy.value || isShut} />
      </div>
      <div role="status">
        {problem.value !== null ? (
          <ProblemLine text={problem.value} />
        ) : (
          typeof said === 'string' && <p class="muted">{said}</p>
        )}
      </div>
    </form>
  );
}

/** Refusal as a sentence for people. */
const inWords = (error: unknown): never => {
  throw error instanceof ApiProblem ? new Error(whyNot(error)) : error;
};
