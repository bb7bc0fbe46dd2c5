import { computed, signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { status } from '../../kit/data/station.ts';
import { lazyPart } from '../../kit/lazy-view.tsx';
import { Button, LinkButton } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { reload } from '../../kit/reload.ts';
import { hashOf, route } from '../../kit/router.ts';
import { isDimmed } from '../../kit/theme/theme.ts';
import { fillsScreen } from '../first-run.ts';
import { followFocus } from '../keyboard/follow.ts';
import { t } from '../texts/wall.ts';
import { withStyles } from '../view-styles.ts';
import distanceStyles from './distance.css?url';
import { isBlack, night, settingOf } from './hours.ts';

const Distance = lazyPart(withStyles(() => import('./distance.tsx'), distanceStyles));

const HOME_AFTER_MS = 60_000;
const HOLD_MS = 5000;
const CORNER_PX = 72;
const asked = new URLSearchParams(location.search);
/** `kiosk.layout` as the address has it, so that a wall begins with it; else as the settings have it, once they are known. */
const layout = computed(() => asked.get('layout') ?? settingOf('kiosk.layout') ?? 'auto');
const isFarAllowed = computed(() => layout.value !== 'near');
/** Address that closes Electron's window; see docs/develop/kiosk.md. */
const QUIT_URL = '/kiosk/quit';
/** Whether this window knows that address. Chromium's would show an unknown path, without a way back. */
const canQuit = asked.get('quit') === '1';

/** Rest of the wall: a minute without a touch, or a page that begins anew where the wall slept. */
const isIdle = signal(isDimmed.peek());
let isTouched = false;

/**
 * Reloads the wall when its station is set to another language. Not if the page has that language already: it was chosen in the first
 * questions, which go on.
 */
function followTheStation(): void {
  const { language } = status.value.value?.site ?? {};
  const next = language === 'auto' ? 'en' : language;
  const { lang, dataset } = document.documentElement;
  if (next && next !== dataset['station'] && next !== lang) reload();
}

/** Touch behaviour of the wall: wake, return home, keyboard, and a long hold in the corner to leave. */
export default function KioskHands() {
  const asking = useSignal(false);
  useSignalEffect(followTheStation);
  useEffect(() => {
    const gone = new AbortController();
    const options = { capture: true, signal: gone.signal };
    let touchedMs = performance.now();
    const note = (): void => {
      touchedMs = performance.now();
      isIdle.value = false;
      isTouched = true;
    };
    addEventListener('pointerdown', note, options);
    addEventListener('keydown', note, options);
    const rest = setInterval(() => {
      if (performance.now() - touchedMs < HOME_AFTER_MS) return;
      isIdle.value = true;
      document.querySelector('dialog')?.close();
      if (route.peek().view !== 'now') location.hash = hashOf('now');
    }, 1000);
    // A long press would open a menu, and end the hold.
    addEventListener('contextmenu', (event) => event.preventDefault(), options);
    if (canQuit) listenToCorner(options, () => (asking.value = true));
    const stopWriting = followFocus();
    return () => {
      gone.abort();
      stopWriting();
      clearInterval(rest);
    };
  }, []);
  return (
    <>
      <Wake />
      {asking.value && <LeaveDialog stay={() => (asking.value = false)} />}
    </>
  );
}

/**
 * Cover of a wall that nobody has touched for a minute: the distance layout, at night a black screen where the settings say so, and where
 * the layout is switched off, nothing but the cover. The first touch only wakes the screen, whatever lies under the finger.
 */
function Wake() {
  night.use();
  const isAsleep = useSignal(layout.peek() === 'distance' || (isFarAllowed.peek() && isIdle.peek()));
  useSignalEffect(() => {
    if (layout.value === 'distance' && !isTouched) isAsleep.value = true;
    document.documentElement.classList.toggle('with-mouse', settingOf('kiosk.hide_cursor') === false);
  });
  useSignalEffect(() => {
    const hour = night.now.value;
    isDimmed.value = isIdle.value && (hour === null ? isDimmed.peek() : hour !== 'lit');
    if (isDimmed.value || (isFarAllowed.value && isIdle.value && !fillsScreen.value)) isAsleep.value = true;
    else if (fillsScreen.value) isAsleep.value = false;
  });
  // The questions of a first run are never covered; after dark a touch still only wakes them.
  const isFar = useComputed(() => isFarAllowed.value && isAsleep.value && !fillsScreen.value);
  useSignalEffect(() => {
    document.documentElement.classList.toggle('far-away', isFar.value);
  });
  useEffect(() => {
    const swallow = (event: KeyboardEvent): void => {
      if (!isAsleep.peek()) return;
      isAsleep.value = false;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', swallow, { capture: true });
    return () => removeEventListener('keydown', swallow, { capture: true });
  }, []);
  if (!isAsleep.value) return null;
  const isOff = isDimmed.value && isBlack.value && !fillsScreen.value;
  const wake = () => (isAsleep.value = false);
  // The cover stays until the whole touch is over: gone at its start, the click would fall on what lies below.
  return (
    <>
      {isFar.value && !isOff && (
        <div class="far-ground">
          <Distance />
        </div>
      )}
      <div key="wake" class={`wake${isOff ? ' black' : ''}`} aria-hidden="true" onClick={wake} />
    </>
  );
}

/** Calls `held` after five seconds in the upper right corner. In the capture phase, so that a short tap there still reaches its target. */
function listenToCorner(options: AddEventListenerOptions, held: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = (): void => clearTimeout(timer);
  const isCorner = ({ clientX, clientY }: PointerEvent): boolean =>
    clientX > innerWidth - CORNER_PX && clientY < CORNER_PX;
  const press = (event: PointerEvent): void => {
    release();
    if (isCorner(event)) timer = setTimeout(held, HOLD_MS);
  };
  addEventListener('pointerdown', press, options);
  addEventListener('pointermove', (event) => !isCorner(event) && release(), options);
  addEventListener('pointerup', release, options);
  addEventListener('pointercancel', release, options);
}

function LeaveDialog({ stay }: { stay: () => void }) {
  return (
    <Dialog class="ask" close={stay} title={t.leaveTitle}>
      <p>{t.leaveText}</p>
      <div class="buttons">
        <Button name={t.stay} onClick={stay} />
        <LinkButton kind="strong" name={t.leave} href={QUIT_URL} />
      </div>
    </Dialog>
  );
}
