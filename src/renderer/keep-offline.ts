const AFTER_MS = 10_000;

/** Browsers keep a page only from a safe origin: https, or the station itself. Everywhere else there is simply no such thing. */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  // What is in sight comes first.
  setTimeout(() => {
    navigator.serviceWorker.register('/static/assets/offline.js', { scope: '/' }).catch((error: unknown) => {
      console.info('this browser does not keep the page for a time without the station:', error);
    });
  }, AFTER_MS);
}
