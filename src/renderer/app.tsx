import type { ComponentType } from 'preact';
import { alarmed, isStale, pinAsked } from './data/station.ts';
import { asksFirst, fillsScreen } from './first-run.ts';
import { Header } from './header.tsx';
import { Mark, viewIcons } from './icons.tsx';
import { lazyPart, lazyView } from './lazy-view.tsx';
import { focusable } from './parts/focusable.ts';
import { hashOf, RAIL, route } from './router.ts';
import { isKiosk } from './settings.ts';
import alarmBarStyles from './styles/alarm-bar.css?url';
import { withMoreWords } from './texts/in-language.ts';
import { t } from './texts/page.ts';
import { withForms, withStyles } from './view-styles.ts';
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
  alarms: lazyView(withForms(() => import('./views/alarms/alarms.tsx'))),
  sensors: lazyView(withForms(() => import('./views/sensors/sensors.tsx'))),
  connections: lazyView(withForms(() => import('./views/connections/connections.tsx'))),
  settings: lazyView(withForms(() => import('./views/settings/settings.tsx'))),
  about: lazyView(withForms(() => import('./views/about/about.tsx'))),
};

const AlarmBar = lazyPart(
  withStyles(
    withMoreWords(() => import('./alarm-bar/alarm-bar.tsx')),
    alarmBarStyles,
  ),
);
const PinDialog = lazyPart(withStyles(() => import('./parts/pin-dialog.tsx')));
const FirstRun = lazyPart(withForms(() => import('./views/first-run/first-run.tsx')));
const KioskHands = lazyPart(withStyles(() => import('./wall/kiosk-hands.tsx')));

function Rail() {
  const { view } = route.value;
  const home = RAIL.find((name) => name === view) ?? 'settings';
  return (
    <nav class="rail" aria-label={t.appName}>
      {RAIL.map((name) => {
        const Pictogram = viewIcons[name];
        return (
          <a key={name} href={hashOf(name)} aria-current={name === home ? 'page' : undefined}>
            <Pictogram />
            {name === 'alarms' && alarmed.value && <Mark state="warn" />}
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
      {!fillsScreen.value && (
        <>
          <Rail />
          <Header />
          <main class="outlet" key={view} data-view={view} {...focusable} aria-label={t.views[view]}>
            <View />
          </main>
          {alarmed.value && <AlarmBar />}
        </>
      )}
      {asksFirst.value && <FirstRun />}
      {isKiosk && <KioskHands />}
      {pinAsked.value && <PinDialog />}
    </div>
  );
}
