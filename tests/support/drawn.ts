import fc from 'fast-check';
import { times } from './times.ts';

/** The same draws in every run, so that a gate says the same to everybody; others come with a seed of one's own, and more of them as times.ts says. */
const { WEATHERGLASS_TEST_SEED: seed = '20261122' } = process.env;
fc.configureGlobal({ seed: Number(seed), numRuns: times(100) });

export { default } from 'fast-check';
