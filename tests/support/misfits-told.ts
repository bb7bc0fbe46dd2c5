import type { Sentence } from '../../src/words/sentence.ts';

/** An outcome of the settings desk with the English of its sentences. */
export function told(outcome: object): object {
  if (!('misfits' in outcome)) return outcome;
  const misfits = Object.entries(outcome.misfits as Record<string, Sentence>);
  return { misfits: Object.fromEntries(misfits.map(([key, { detail }]) => [key, detail])) };
}
