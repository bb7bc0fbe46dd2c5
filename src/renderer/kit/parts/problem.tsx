import type { ApiProblem } from '../data/api.ts';
import { Warning } from '../icons-over.tsx';
import { problemText } from './problem-text.ts';

/** Sentence about what went wrong, with its sign. `role`, unless a part around it is read out as a whole. */
export const ProblemLine = ({ text, role }: { text: string; role?: 'status' }) => (
  <p class="problem" role={role}>
    <Warning />
    <span>{text}</span>
  </p>
);

export const Problem = ({ of }: { of: ApiProblem | null }) =>
  of && <ProblemLine text={problemText(of)} role="status" />;
