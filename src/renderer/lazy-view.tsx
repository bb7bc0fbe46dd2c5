import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from './texts.ts';

const RELOADED = 'weatherglass.reloaded';

/**
 * A view whose script is fetched when it is first wanted. A script that has gone means that the station was updated while the
 * page stayed open: the page loads anew, once.
 */
export function lazyView(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let loaded: ComponentType | null = null;
  return function LazyView() {
    const view = useSignal(loaded ? { View: loaded } : null);
    const failed = useSignal(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (module) => {
          loaded = module.default;
          view.value = { View: loaded };
        },
        () => {
          failed.value = true;
          if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < 60_000) return;
          sessionStorage.setItem(RELOADED, String(Date.now()));
          location.reload();
        },
      );
    }, []);
    if (view.value) return <view.value.View />;
    return <p class="loading">{failed.value ? t.problem.newer : ''}</p>;
  };
}
