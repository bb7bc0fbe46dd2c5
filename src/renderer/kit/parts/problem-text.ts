import type { ApiProblem } from '../data/api.ts';
import { t } from '../texts/page.ts';

/** Why there is nothing to see, in a sentence; a starting station is not an error. */
export const problemText = ({ status, message }: ApiProblem): string => {
  if (status === 0) return t.problem.silent;
  return status === 503 ? t.problem.starting : t.problem.refused({ detail: message });
};
