import fc from 'fast-check';

/** The same draws in every run, so that a gate says the same to everybody; others come with a seed of one's own, and more of them with a number. */
const { WEATHERGLASS_TEST_SEED: seed = '20261122', WEATHERGLASS_TEST_DRAWS: draws } = process.env;
fc.configureGlobal({ seed: Number(seed), ...(draws ? { numRuns: Number(draws) } : {}) });

export { default } from 'fast-check';
