import { EDGE, GUTTER } from '../../kit/charts/frame.ts';
import type { HistoryModel } from './model.ts';
import { timeAt } from './window.ts';

const TAP_PX = 6;
const WHEEL_STEP = 0.0015;
const SETTLE_MS = 140;

/** Turns fingers, wheel and keys on the charts into pans and zooms of the model. Fractions are of the plot's width. Returns a function that stops it. */
export function moveByHand(charts: HTMLElement, model: HistoryModel): () => void {
  const { window, pan, zoom, settled } = model;
  const { armed, dragged } = model.marking;
  const abort = new AbortController();
  const on = <E extends keyof HTMLElementEventMap>(
    event: E,
    run: (event: HTMLElementEventMap[E]) => void,
    more?: AddEventListenerOptions,
  ): void => charts.addEventListener(event, run, { ...more, signal: abort.signal });
  const fingers = new Map<number, number>();
  let settle: ReturnType<typeof setTimeout> | undefined;
  let travelledPx = 0;
  let beganX = 0;

  const plotBox = (): { left: number; width: number } => {
    const { left, width } = charts.getBoundingClientRect();
    const unit = Number.parseFloat(getComputedStyle(charts).fontSize) / 13;
    return { left: left + GUTTER * unit, width: width - (GUTTER + EDGE) * unit || 1 };
  };
  const fraction = (clientX: number): number => {
    const { left, width } = plotBox();
    return (clientX - left) / width;
  };
  const momentAt = (clientX: number): number | null => {
    const at = fraction(clientX);
    return at < 0 || at > 1 ? null : timeAt(window.peek(), at);
  };
  /** A drag that marks readings chooses a stretch of time, and moves nothing. */
  const choose = (clientX: number): void => {
    const ends = [beganX, clientX].map((x) => timeAt(window.peek(), Math.min(1, Math.max(0, fraction(x)))));
    dragged.value = { fromS: Math.min(...ends), toS: Math.max(...ends) };
  };
  const settleSoon = (): void => {
    clearTimeout(settle);
    settle = setTimeout(settled, SETTLE_MS);
  };
  const spread = (): { middle: number; gap: number } => {
    const [a = 0, b = 0] = [...fingers.values()];
    return { middle: (a + b) / 2, gap: Math.max(10, Math.abs(a - b)) };
  };

  on('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    fingers.set(event.pointerId, event.clientX);
    charts.setPointerCapture(event.pointerId);
    travelledPx = 0;
    beganX = event.clientX;
  });
  on('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) {
      model.pointedS.value = momentAt(event.clientX);
      return;
    }
    const { width } = plotBox();
    if (fingers.size === 1) {
      fingers.set(event.pointerId, event.clientX);
      travelledPx += Math.abs(event.clientX - before);
      if (armed.peek()) choose(event.clientX);
      else if (travelledPx > TAP_PX) pan((before - event.clientX) / width);
    } else {
      const was = spread();
      fingers.set(event.pointerId, event.clientX);
      const is = spread();
      travelledPx += 100;
      pan((was.middle - is.middle) / width);
      zoom(was.gap / is.gap, fraction(is.middle));
    }
    settleSoon();
  });
  const lift = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    if (travelledPx > TAP_PX && armed.peek()) {
      if (dragged.peek()) armed.value = false;
      return;
    }
    if (event.type === 'pointerup' && travelledPx <= TAP_PX)
      model.pointedS.value = model.touchedS.value = momentAt(event.clientX);
    settleSoon();
  };
  on('pointerup', lift);
  on('pointercancel', lift);
  on('pointerleave', (event) => {
    if (event.pointerType === 'mouse') model.pointedS.value = null;
  });
  const wheel = (event: WheelEvent): void => {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    // Up and down scroll the page. Two fingers that spread on a touchpad arrive as a wheel with Ctrl held.
    if (!isSideways && !event.ctrlKey) return;
    event.preventDefault();
    if (isSideways) pan(event.deltaX / plotBox().width);
    else zoom(Math.exp(event.deltaY * WHEEL_STEP), fraction(event.clientX));
    settleSoon();
  };
  on('wheel', wheel, { passive: false });
  on('dblclick', (event) => {
    zoom(0.5, fraction(event.clientX));
    settleSoon();
  });
  on('keydown', (event) => {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => pan(-0.15),
      ArrowRight: () => pan(0.15),
      '+': () => zoom(0.7, 0.5),
      '=': () => zoom(0.7, 0.5),
      '-': () => zoom(1 / 0.7, 0.5),
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
