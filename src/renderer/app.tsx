import { isStale, pinAsked } from './data/station.ts';
import { viewIcons } from './icons.tsx';
import { lazyView } from './lazy-view.tsx';
import { focusable } from './parts/focusable.ts';
import { Header } from './parts/header.tsx';
import { KioskHands } from './parts/kiosk-hands.tsx';
import { hashOf, route, VIEWS } from './router.ts';
import { isKiosk } from './settings.ts';
import { t } from './texts.ts';

const views = {
  now: lazyView(() => import('./views/now/now.tsx')),
  forecast: lazyView(() => import('./views/forecast/forecast.tsx')),
  history: lazyView(() => import('./views/history/history.tsx')),
  models: lazyView(() => import('./views/models/models.tsx')),
  nerd: lazyView(() => import('./views/nerd/nerd.tsx')),
  methods: lazyView(() => import('./views/methods/methods.tsx')),
};

const PinDialog = lazyView(() => import('./parts/pin-dialog.tsx'));

function Rail() {
  const { view } = route.value;
  return (
    <nav class="rail" aria-label={t.appName}>
      {VIEWS.map((name) => {
        const Pictogram = viewIcons[name];
        return (
          <a key={name} href={hashOf(name)} aria-current={name === view ? 'page' : undefined}>
            <Pictogram />
            <span>{t.views[name]}</span>
          </a>
        );
      })}
    </nav>
  );
}

export function App() {
  const { view } = route.value;
  const View = views[view];
  return (
    <div class={`shell${isStale.value ? ' stale' : ''}`}>
      <Rail />
      <Header />
      <main class="outlet" key={view} {...focusable} aria-label={t.views[view]}>
        <View />
      </main>
      {isKiosk && <KioskHands />}
      {pinAsked.value && <PinDialog />}
    </div>
  );
}
