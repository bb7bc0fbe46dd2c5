import { useSignal } from '@preact/signals';
import type { ComponentChild, ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { latePart } from './data/late-part.ts';
import { getText, status, waitsForStart } from './data/station.ts';
import { Problem } from './parts/problem.tsx';
import { reload } from './reload.ts';
import { route } from './router.ts';
import { t } from './texts/page.ts';

type Trouble = 'silent' | 'newer';

const answers = (): Promise<boolean> =>
  getText('/api/health', AbortSignal.timeout(5000)).then(
    () => true,
    () => false,
  );

/** A view whose script is fetched when it is first wanted. On a slow line that takes seconds: its name stands there until then. */
export const lazyView = (load: () => Promise<{ default: ComponentType }>): ComponentType =>
  lazy(
    load,
    (trouble) => (
      <p class="loading" role="status">
        {trouble ? t.problem[trouble] : `${t.views[route.value.view]}…`}
      </p>
    ),
    untilStarted,
  );

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
  meanwhile: (trouble: Trouble | null) => ComponentChild,
  instead: (hasShown: boolean) => ComponentChild = () => null,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const view = useSignal(loaded ? { View: loaded } : null);
    const trouble = useSignal<Trouble | null>(null);
    const hasShown = useRef(false);
    useEffect(() => {
      if (loaded) return;
      void latePart(load, {
        answers,
        reload,
        tell: (state) => (trouble.value = state),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }).then((module) => {
        loaded = module.default;
        view.value = { View: loaded };
      });
    }, []);
    if (!view.value) return meanwhile(trouble.value);
    const other = instead(hasShown.current);
    if (other) return other;
    hasShown.current = true;
    const { View } = view.value;
    return <View {...props} />;
  };
}
