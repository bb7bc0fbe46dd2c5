import type { ReadonlySignal } from '@preact/signals';
import type { ApiProblem } from '../data/api.ts';

/** Answer that a part of a page waits for. */
export interface AwaitedAnswer {
  readonly value: ReadonlySignal<unknown>;
  readonly problem: ReadonlySignal<ApiProblem | null>;
  readonly isAnother?: ReadonlySignal<boolean>;
}

/** Whether an answer has come, or a refusal in its place. That of a station that starts is none: the answer follows it. */
export const hasAnswered = ({ value, problem }: AwaitedAnswer): boolean =>
  value.value !== null || (problem.value !== null && !problem.value.isOfStart);

/**
 * Hides the parts below until these answers have come or failed (page.css), so that nothing that was painted moves; and dims them while
 * what they show answers an earlier question. A part with a fixed height needs no wait.
 */
export const waitsFor = (...answers: readonly AwaitedAnswer[]): { 'aria-busy': boolean; 'data-another'?: true } => ({
  'aria-busy': !answers.every(hasAnswered),
  ...(answers.some(({ isAnother }) => isAnother?.value) && { 'data-another': true as const }),
});
