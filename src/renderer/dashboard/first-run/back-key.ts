import { useLayoutEffect } from 'preact/hooks';
import { answer, draft, end, STEPS, type Step } from './draft.ts';

/** Mark on an entry of the browser's history: its step, and how many of our entries lie below it. */
interface Mark {
  step: Step;
  depth: number;
}

const here = (): Mark | null => (history.state as { first?: Mark } | null)?.first ?? null;
const marked = (step: Step, depth: number): object => ({ ...(history.state as object | null), first: { step, depth } });

/** Whether the Back key has loaded this page: then the mark of its entry counts, and not the draft's step. */
let isBroughtBack =
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'back_forward';
let isLeaving = false;
/** Called before a reload: the next page marks its own step. */
export function leaveTheMark(): void {
  isLeaving = true;
}

/**
 * Makes a telephone's Back key go one step back, as the button does; only from the first step it leaves. Every step ahead is an entry of
 * the browser's history, which goes with the questions. Layout effects, because they run before the step is painted: a key pressed between
 * the paint and a plain effect was lost, and its entry got the wrong step.
 */
export function useBackKey(step: Step): void {
  useLayoutEffect(() => {
    const mark = here();
    if (isLeaving || mark?.step === step) return; // the Back key brought it, or a reload
    const byKey = isBroughtBack && mark !== null && !draft.peek().saved;
    isBroughtBack = false;
    if (byKey) return answer({ step: mark.step });
    if (mark === null) history.replaceState(marked(step, 0), '');
    else if (STEPS.indexOf(step) < STEPS.indexOf(mark.step)) history.replaceState(marked(step, mark.depth), '');
    else history.pushState(marked(step, mark.depth + 1), '');
  }, [step]);
  useLayoutEffect(() => {
    const follow = (): void => {
      const to = here()?.step;
      if (to === undefined) return;
      // Saved answers are not asked again: the way back from there ends the first run.
      if (draft.peek().saved && STEPS.indexOf(to) < STEPS.indexOf('phone')) end();
      else answer({ step: to });
    };
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('popstate', follow);
      const below = here()?.depth ?? 0;
      if (below > 0) history.go(-below);
    };
  }, []);
}

/** Goes back as the key does; false where no entry of ours lies below. */
export function wentBack(): boolean {
  if ((here()?.depth ?? 0) === 0) return false;
  history.back();
  return true;
}
