import type { ComponentChildren } from 'preact';
import type { Resource } from '../kit/data/resource.ts';
import { ProblemLine } from '../kit/parts/problem.tsx';
import { whyNot } from './fleet.ts';
import { t } from './texts/fleet.ts';

/** Polled answer as a view shows it: still loading, refused with the reason, or what it holds. A refusal stands above the last good answer. */
export function Answered<T>({ of, children }: { of: Resource<T>; children: (value: T) => ComponentChildren }) {
  const value = of.value.value;
  const problem = of.problem.value;
  return (
    <>
      {problem !== null && <ProblemLine text={whyNot(problem)} role="status" />}
      {value !== null ? children(value) : problem === null && <p class="empty-note">{t.fleet.loading}</p>}
    </>
  );
}
