import { language } from '../kit/language.ts';

const AFTER_MS = 10_000;

/** Browsers keep a page only from a safe origin: https, or the station itself. Everywhere else there is simply no such thing. */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  // What is in sight comes first.
  setTimeout(() => {
    // Another language is another worker, which keeps other words.
    const worker = `/static/assets/offline.js${language === 'en' ? '' : `?lang=${language}`}`;
    navigator.serviceWorker.register(worker, { scope: '/' }).catch((error: unknown) => {
      console.info('this browser does not keep the page for a time without the station:', error);
    });
  }, AFTER_MS);
}
