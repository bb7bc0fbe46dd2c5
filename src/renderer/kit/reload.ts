const RELOADED = 'weatherglass.reloaded';
const RELOAD_AT_MOST_EVERY_MS = 60_000;

/** The page afresh, unless that was tried just now: what it did not mend then it will not mend at once. */
export function reload(): void {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_AT_MOST_EVERY_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
