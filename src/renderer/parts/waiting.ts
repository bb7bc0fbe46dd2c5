import type { ReadonlySignal } from '@preact/signals';

interface Awaited {
  readonly value: ReadonlySignal<unknown>;
  readonly problem: ReadonlySignal<unknown>;
}

/**
 * What a part of the page waits for: an answer, or the news that there is none. Until then all that stands below it is kept out of
 * sight (page.css). It is there at once when the part has its height, so that nothing that was painted ever moves.
 */
export const waitsFor = (...answers: readonly Awaited[]): { 'aria-busy': boolean } => ({
  'aria-busy': answers.some(({ value, problem }) => value.value === null && problem.value === null),
});
