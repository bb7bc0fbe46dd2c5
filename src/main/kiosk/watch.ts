import { type Clock, every } from '../../base/clock.ts';
import type { Kiosk } from './kiosk.ts';
import type { KioskOptions } from './window.ts';

type Watched = Pick<Kiosk, 'tell' | 'answer' | 'usedMb' | 'isOnWall' | 'isLoaded'>;

const HEARTBEAT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Electron puts no question to a page that still loads, which may take a busy board long and is no silence. */
const LOADING_MS = 180_000;
const MEMORY_MS = 60_000;
const NIGHTLY_MS = 20_000;

export function nightlyDue(at: string | null, now: Date, doneOn: string | null): boolean {
  const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  return time === at && now.toDateString() !== doneOn;
}

/** Heartbeat of the page, also before its load event. Electron reports a hang only on input, and nobody touches a wall for days. */
async function heartbeat(page: Watched, clock: Clock, signal: AbortSignal) {
  if (!page.isOnWall()) return;
  const patience = new AbortController();
  const givenMs = page.isLoaded() ? SILENCE_MS : LOADING_MS;
  const given = clock.sleep(givenMs, AbortSignal.any([signal, patience.signal])).then(() => 'silent');
  const answered = page.answer().catch(() => 'gone'); // its process died meanwhile; that has an event of its own
  const outcome = await Promise.race([answered, given]);
  patience.abort();
  if (outcome === 'silent' && !signal.aborted && page.isOnWall()) page.tell({ kind: 'page-hung' });
}

export function watchPage(page: Watched, options: KioskOptions, clock: Clock, signal: AbortSignal): void {
  let reloadedOn: string | null = null;
  void every(HEARTBEAT_MS, clock, signal, () => heartbeat(page, clock, signal));
  void every(MEMORY_MS, clock, signal, () => {
    const usedMb = page.usedMb();
    if (usedMb !== null) page.tell({ kind: 'memory', usedMb, limitMb: options.memory_limit_mb });
  });
  void every(NIGHTLY_MS, clock, signal, () => {
    const now = new Date(clock.nowS() * 1000);
    if (!nightlyDue(options.nightly_reload, now, reloadedOn)) return;
    reloadedOn = now.toDateString();
    page.tell({ kind: 'nightly' });
  });
}
