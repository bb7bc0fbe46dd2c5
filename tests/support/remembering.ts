import type { BlendMemory } from '../../src/station/forecast/learners/blend.ts';

/** A blend's memory of so many pairs, of which `overlap` wait at the same time. */
export const remembering = (pairs: number, overlap = 1): BlendMemory => ({
  shortest: Math.min(300, pairs),
  longest: pairs,
  overlap,
});
