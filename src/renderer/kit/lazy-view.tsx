import { useSignal } from '@preact/signals';
import type { ComponentChild, ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { latePart } from './data/late-part.ts';
import { isSilent, status, waitsForStart } from './data/station.ts';
import { Problem } from './parts/problem.tsx';
import { problemText } from './parts/problem-text.ts';
import { reload } from './reload.ts';
import { route } from './router.ts';
import { t } from './texts/page.ts';
import { wait } from './wait.ts';

/** A view whose script is fetched when it is first wanted. */
export const lazyView = (load: () => Promise<{ default: ComponentType }>): ComponentType =>
  lazy(load, untilLoaded, untilStarted);

/** On a slow line a script takes seconds: until then the view's name stands there, or why it does not come. */
function untilLoaded(isNewer: boolean): ComponentChild {
  const words = whileLoading(isNewer);
  // Each text is another element: in one element a longer text would count as movement.
  return (
    <p class="loading" role="status">
      <span key={words}>{words}</span>
    </p>
  );
}

function whileLoading(isNewer: boolean): string {
  const problem = status.problem.value;
  if (problem) return problemText(problem);
  if (isNewer) return t.problem.newer;
  return isSilent.value ? t.problem.silent : `${t.views[route.value.view]}…`;
}

/** One sentence in place of a view that has shown nothing yet: drawn while the station starts, each of its parts would move with another answer. */
const untilStarted = (hasShown: boolean): ComponentChild =>
  waitsForStart.value &&
  !(hasShown && status.value.value) && (
    <div class="page">
      <header>
        <h1>{t.views[route.value.view]}</h1>
      </header>
      <Problem of={waitsForStart.value} />
    </div>
  );

/** Overlay loaded when it is first opened. */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> =>
  lazy(load, () => null);

function lazy<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  meanwhile: (isNewer: boolean) => ComponentChild,
  instead: (hasShown: boolean) => ComponentChild = () => null,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const view = useSignal(loaded ? { View: loaded } : null);
    const isNewer = useSignal(false);
    const hasShown = useRef(false);
    useEffect(() => {
      if (loaded) return;
      void latePart(load, {
        answers: () => status.load().then(() => status.problem.peek()?.status !== 0), // one that starts answers, too
        reload() {
          isNewer.value = true;
          reload();
        },
        wait,
      }).then((module) => {
        loaded = module.default;
        view.value = { View: loaded };
      });
    }, []);
    if (!view.value) return meanwhile(isNewer.value);
    const other = instead(hasShown.current);
    if (other) return other;
    hasShown.current = true;
    const { View } = view.value;
    return <View {...props} />;
  };
}
