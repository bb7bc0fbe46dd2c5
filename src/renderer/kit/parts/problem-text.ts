import type { Alive } from '../../../contract/status.ts';
import type { ApiProblem } from '../data/api.ts';
import { t } from '../texts/page.ts';

/** Why there is nothing to see, in a sentence; a starting station is not an error. */
export const problemText = ({ status, message, body }: ApiProblem): string => {
  if (status === 0) return t.problem.silent;
  if (status !== 503) return t.problem.refused({ detail: message });
  return (body as Partial<Alive> | null)?.waits_for ?? t.problem.starting;
};
