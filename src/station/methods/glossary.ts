import type { Code } from '../../words/sentence.ts';

type TermCode = Extract<Code, `methods.term.${string}`>;
type LimitCode = Extract<Code, `methods.limit.${string}`>;

/** Terms of the view Methods, in the order in which a reader needs them. */
export const TERMS: ReadonlyArray<TermCode extends `methods.term.${infer Term}` ? Term : never> = [
  ...(['anchor', 'persistence', 'climatology', 'skill', 'coverage', 'head', 'horizon', 'theta', 'conformal'] as const),
  ...(['innovation', 'nis', 'novelty', 'drift', 'discontinuity', 'brier-skill'] as const),
];

/** Limits that hold for every station. */
export const LIMITS: ReadonlyArray<LimitCode extends `methods.limit.${infer Limit}` ? Limit : never> = [
  ...(['single-point', 'outlook', 'indoors', 'humidity', 'temperature', 'cloud', 'rain', 'compass', 'skill'] as const),
];
