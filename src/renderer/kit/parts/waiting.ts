import type { ReadonlySignal } from '@preact/signals';

interface Awaited {
  readonly value: ReadonlySignal<unknown>;
  readonly problem: ReadonlySignal<unknown>;
  readonly isAnother?: ReadonlySignal<boolean>;
}

/**
 * Hides the parts below until these answers have come or failed (page.css), so that nothing that was painted moves; and dims them while
 * what they show answers an earlier question. A part with a fixed height needs no wait.
 */
export const waitsFor = (...answers: readonly Awaited[]): { 'aria-busy': boolean; 'data-another'?: true } => ({
  'aria-busy': answers.some(({ value, problem }) => value.value === null && problem.value === null),
  ...(answers.some(({ isAnother }) => isAnother?.value) && { 'data-another': true as const }),
});
