import type { ComponentType } from 'preact';
import { isKiosk } from '../kit/browser-choices.ts';
import { Caught } from '../kit/caught.tsx';
import { alarmed, isStale, pinAsked } from '../kit/data/station.ts';
import { Mark, viewIcons } from '../kit/icons.tsx';
import { lazyPart, lazyView } from '../kit/lazy-view.tsx';
import { focusable } from '../kit/parts/focusable.ts';
import { hashOf, RAIL, route } from '../kit/router.ts';
import { withMoreWords } from '../kit/texts/in-language.ts';
import { t } from '../kit/texts/page.ts';
import alarmBarStyles from './alarm-bar/alarm-bar.css?url';
import { asksFirst, fillsScreen } from './first-run.ts';
import { Header } from './header.tsx';
import Now from './now/now.tsx';
import { withForms, withStyles } from './view-styles.ts';

const readingView = (load: () => Promise<{ default: ComponentType }>) => lazyView(withStyles(load));

/** Views. Now comes with the page, the others when they are first wanted. */
const views = {
  now: Now,
  forecast: readingView(() => import('./forecast/forecast.tsx')),
  history: readingView(() => import('./history/history.tsx')),
  models: readingView(() => import('./models/models.tsx')),
  nerd: readingView(() => import('./nerd/nerd.tsx')),
  methods: readingView(() => import('./methods/methods.tsx')),
  alarms: lazyView(withForms(() => import('./alarms/alarms.tsx'))),
  sensors: lazyView(withForms(() => import('./sensors/sensors.tsx'))),
  connections: lazyView(withForms(() => import('./connections/connections.tsx'))),
  settings: lazyView(withForms(() => import('./settings/settings.tsx'))),
  about: lazyView(withForms(() => import('./about/about.tsx'))),
};

const loadAlarmBar = withMoreWords(() => import('./alarm-bar/alarm-bar.tsx'));
const AlarmBar = lazyPart(withStyles(loadAlarmBar, alarmBarStyles));
const PinDialog = lazyPart(withStyles(() => import('./pin-dialog.tsx')));
const FirstRun = lazyPart(withForms(() => import('./first-run/first-run.tsx')));
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
            <Caught>
              <View />
            </Caught>
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
