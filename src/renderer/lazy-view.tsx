import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { latePart } from './data/late-part.ts';
import { getText } from './data/station.ts';
import { t } from './texts.ts';

const RELOADED = 'weatherglass.reloaded';
const RELOAD_AT_MOST_EVERY_MS = 60_000;

const answers = (): Promise<boolean> =>
  getText('/api/health', AbortSignal.timeout(5000)).then(
    () => true,
    () => false,
  );

function reload(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_AT_MOST_EVERY_MS) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return true;
}

/** A view whose script is fetched when it is first wanted. */
export function lazyView(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let loaded: ComponentType | null = null;
  return function LazyView() {
    const view = useSignal(loaded ? { View: loaded } : null);
    const trouble = useSignal<'silent' | 'newer' | null>(null);
    useEffect(() => {
      if (loaded) return;
      void latePart(load, {
        answers,
        reload,
        tell: (state) => {
          trouble.value = state;
        },
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }).then((module) => {
        loaded = module.default;
        view.value = { View: loaded };
      });
    }, []);
    if (view.value) return <view.value.View />;
    return (
      <p class="loading" role="status">
        {trouble.value ? t.problem[trouble.value] : ''}
      </p>
    );
  };
}
