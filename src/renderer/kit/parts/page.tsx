import type { ComponentChildren } from 'preact';
import type { ApiProblem } from '../data/api.ts';
import type { View } from '../router.ts';
import { t } from '../texts/page.ts';
import { Problem } from './problem.tsx';

interface Props {
  view: View;
  class?: string;
  /** Parts below its name or beside it. */
  head?: ComponentChildren;
  problem: ApiProblem | null;
  children: ComponentChildren;
}

/** Page of a view: its name, why nothing new comes, and what it shows. */
export const Page = ({ view, class: className = view, head, problem, children }: Props) => (
  <div class={`page ${className}`}>
    <header>
      <h1>{t.views[view]}</h1>
      {head}
      <Problem of={problem} />
    </header>
    {children}
  </div>
);
