import type { ReadonlySignal } from '@preact/signals';

interface Awaited {
  readonly value: ReadonlySignal<unknown>;
  readonly problem: ReadonlySignal<unknown>;
}

/**
 * Hides the parts below until these answers have come or failed (page.css), so that nothing that was painted moves. A part with a fixed
 * height needs no wait.
 */
export const waitsFor = (...answers: readonly Awaited[]): { 'aria-busy': boolean } => ({
  'aria-busy': answers.some(({ value, problem }) => value.value === null && problem.value === null),
});
