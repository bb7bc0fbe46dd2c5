import type { ComponentType } from 'preact';
import { isStale, pinAsked } from './data/station.ts';
import { viewIcons } from './icons.tsx';
import { lazyPart, lazyView } from './lazy-view.tsx';
import { focusable } from './parts/focusable.ts';
import { Header } from './parts/header.tsx';
import { hashOf, route, VIEWS } from './router.ts';
import { isKiosk } from './settings.ts';
import { t } from './texts/page.ts';
import { withStyles } from './view-styles.ts';
import Now from './views/now/now.tsx';

const readingView = (load: () => Promise<{ default: ComponentType }>) => lazyView(withStyles(load));

/** Now comes with the page: it is what is asked for first, and it is home. The others come when they are wanted. */
const views = {
  now: Now,
  forecast: readingView(() => import('./views/forecast/forecast.tsx')),
  history: readingView(() => import('./views/history/history.tsx')),
  models: readingView(() => import('./views/models/models.tsx')),
  nerd: readingView(() => import('./views/nerd/nerd.tsx')),
  methods: readingView(() => import('./views/methods/methods.tsx')),
};

const PinDialog = lazyPart(withStyles(() => import('./parts/pin-dialog.tsx')));
const KioskHands = lazyPart(withStyles(() => import('./parts/kiosk-hands.tsx')));

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
