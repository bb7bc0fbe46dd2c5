import { station } from '../kit/data/station.ts';

/** Connects this tab to the station until it closes. */
export function connect(): void {
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
