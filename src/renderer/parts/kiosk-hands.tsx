import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { go, route } from '../router.ts';
import { t } from '../texts.ts';
import { idleMs, theme, touched } from '../theme/theme.ts';

const HOME_AFTER_MS = 60_000;
const HOLD_MS = 5000;
/** Where the kiosk window listens for the wish to leave; see docs/kiosk.md. */
const QUIT_URL = '/kiosk/quit';

/** How the panel on the wall behaves under a hand: it wakes, it goes home by itself, and a long hold in the corner leaves. */
export function KioskHands() {
  const asking = useSignal(false);
  useEffect(() => {
    const note = (): void => touched();
    addEventListener('pointerdown', note, { capture: true });
    addEventListener('keydown', note, { capture: true });
    const home = setInterval(() => {
      if (route.value.view !== 'now' && idleMs() > HOME_AFTER_MS) go('now');
    }, 1000);
    return () => {
      removeEventListener('pointerdown', note, { capture: true });
      removeEventListener('keydown', note, { capture: true });
      clearInterval(home);
    };
  }, []);
  return (
    <>
      <Wake />
      <HoldCorner held={() => (asking.value = true)} />
      {asking.value && <LeaveDialog stay={() => (asking.value = false)} />}
    </>
  );
}

/** After dark the first touch only wakes the screen, whatever lies under the finger. */
function Wake() {
  const isAsleep = useSignal(theme.peek() === 'dim');
  useSignalEffect(() => {
    if (theme.value === 'dim') isAsleep.value = true;
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
  // The cover stays until the whole touch is over: gone at its start, the click would fall on what lies below.
  return isAsleep.value ? <div class="wake" aria-hidden="true" onClick={() => (isAsleep.value = false)} /> : null;
}

function HoldCorner({ held }: { held: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const release = (): void => clearTimeout(timer.current);
  return (
    <div
      class="corner"
      aria-hidden="true"
      onPointerDown={() => {
        timer.current = setTimeout(held, HOLD_MS);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
}

function LeaveDialog({ stay }: { stay: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="ask" ref={dialog} onClose={stay} aria-labelledby="leave-title">
      <h2 id="leave-title">{t.settings.leaveTitle}</h2>
      <p>{t.settings.leaveText}</p>
      <div class="buttons">
        <button type="button" class="button" onClick={stay}>
          {t.settings.stay}
        </button>
        <a class="button strong" href={QUIT_URL}>
          {t.settings.leave}
        </a>
      </div>
    </dialog>
  );
}
