import type { ApiProblem } from '../data/api.ts';
import { Warning } from '../icons-over.tsx';
import { problemText } from './problem-text.ts';

export const Problem = ({ of }: { of: ApiProblem | null }) =>
  of && (
    <p class="problem" role="status">
      <Warning />
      <span>{problemText(of)}</span>
    </p>
  );
