/** Fingers, wheel and keys on a time chart, told as pans and zooms. Fractions are of the plot's width. */
export interface TimeGestures {
  pan(byFraction: number): void;
  zoom(factor: number, atFraction: number): void;
  /** A pointer rests on, or taps, a place; null when it leaves. */
  point(atFraction: number | null): void;
  /** A tap or a click, after `point`. */
  touch(atFraction: number): void;
  settled(): void;
  /** A drag that chooses a stretch of time instead of moving the charts; null while none is wanted. */
  chooses(): { over(fromFraction: number, toFraction: number): void; end(): void } | null;
}

const TAP_PX = 6;
const WHEEL_STEP = 0.0015;
const SETTLE_MS = 140;

export function attachGestures(
  element: HTMLElement,
  plotBox: () => { left: number; width: number },
  tell: TimeGestures,
): () => void {
  const abort = new AbortController();
  const on = <E extends keyof HTMLElementEventMap>(
    event: E,
    run: (event: HTMLElementEventMap[E]) => void,
    more?: AddEventListenerOptions,
  ): void => element.addEventListener(event, run, { ...more, signal: abort.signal });
  const fingers = new Map<number, number>();
  let settle: ReturnType<typeof setTimeout> | undefined;
  let travelledPx = 0;
  let beganX = 0;

  const fraction = (clientX: number): number => {
    const { left, width } = plotBox();
    return (clientX - left) / (width || 1);
  };
  const settleSoon = (): void => {
    clearTimeout(settle);
    settle = setTimeout(() => tell.settled(), SETTLE_MS);
  };
  const spread = (): { middle: number; gap: number } => {
    const [a = 0, b = 0] = [...fingers.values()];
    return { middle: (a + b) / 2, gap: Math.max(10, Math.abs(a - b)) };
  };

  on('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    fingers.set(event.pointerId, event.clientX);
    element.setPointerCapture(event.pointerId);
    travelledPx = 0;
    beganX = event.clientX;
  });
  on('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) {
      tell.point(fraction(event.clientX));
      return;
    }
    const { width } = plotBox();
    if (fingers.size === 1) {
      fingers.set(event.pointerId, event.clientX);
      travelledPx += Math.abs(event.clientX - before);
      const choice = tell.chooses();
      if (choice) choice.over(fraction(beganX), fraction(event.clientX));
      else if (travelledPx > TAP_PX) tell.pan((before - event.clientX) / (width || 1));
    } else {
      const was = spread();
      fingers.set(event.pointerId, event.clientX);
      const is = spread();
      travelledPx += 100;
      tell.pan((was.middle - is.middle) / (width || 1));
      tell.zoom(was.gap / is.gap, fraction(is.middle));
    }
    settleSoon();
  });
  const lift = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    const choice = travelledPx > TAP_PX ? tell.chooses() : null;
    if (choice) {
      choice.end();
      return;
    }
    if (event.type === 'pointerup' && travelledPx <= TAP_PX) {
      tell.point(fraction(event.clientX));
      tell.touch(fraction(event.clientX));
    }
    settleSoon();
  };
  on('pointerup', lift);
  on('pointercancel', lift);
  on('pointerleave', (event) => event.pointerType === 'mouse' && tell.point(null));
  on(
    'wheel',
    (event) => {
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      // Up and down belong to the page. Two fingers that spread on a touchpad arrive as a wheel with Ctrl held.
      if (!isSideways && !event.ctrlKey) return;
      event.preventDefault();
      if (isSideways) tell.pan(event.deltaX / (plotBox().width || 1));
      else tell.zoom(Math.exp(event.deltaY * WHEEL_STEP), fraction(event.clientX));
      settleSoon();
    },
    { passive: false },
  );
  on('dblclick', (event) => {
    tell.zoom(0.5, fraction(event.clientX));
    settleSoon();
  });
  on('keydown', (event) => {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => tell.pan(-0.15),
      ArrowRight: () => tell.pan(0.15),
      '+': () => tell.zoom(0.7, 0.5),
      '=': () => tell.zoom(0.7, 0.5),
      '-': () => tell.zoom(1 / 0.7, 0.5),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
    settleSoon();
  });
  return () => {
    abort.abort();
    clearTimeout(settle);
  };
}
