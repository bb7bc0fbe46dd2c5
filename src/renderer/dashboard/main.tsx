import './index.css';
import '../kit/held-enter.ts';
import { render } from 'preact';
import { isKiosk } from '../kit/browser-choices.ts';
import { Caught } from '../kit/caught.tsx';
import { station } from '../kit/data/station.ts';
import { language } from '../kit/language.ts';
import { followTheLight } from '../kit/theme/theme.ts';
import { App } from './app.tsx';

/** Connects this tab to the station until it closes. */
function connect(): void {
  let leave = station.connect();
  // A page in the back-forward cache must not hold the stream.
  addEventListener('pagehide', () => leave());
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    leave = station.connect();
    station.lookAgain(Number.POSITIVE_INFINITY);
  });
  let hiddenSinceMs = 0;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') station.lookAgain(performance.now() - hiddenSinceMs);
    else {
      hiddenSinceMs = performance.now();
      station.lookAway();
    }
  });
}

const KEPT_AFTER_MS = 10_000;

/** Browsers keep a page only from a safe origin: https, or the station itself. Everywhere else there is simply no such thing. */
function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  // Registered later: the view in sight loads first.
  setTimeout(() => {
    // Another language is another worker, which keeps other words.
    const worker = `/static/assets/offline.js${language === 'en' ? '' : `?lang=${language}`}`;
    navigator.serviceWorker.register(worker, { scope: '/' }).catch((error: unknown) => {
      console.info('this browser does not keep the page for a time without the station:', error);
    });
  }, KEPT_AFTER_MS);
}

document.documentElement.classList.toggle('kiosk', isKiosk);
followTheLight();
connect();
render(
  <Caught>
    <App />
  </Caught>,
  document.getElementById('app')!,
);
keepOffline();
