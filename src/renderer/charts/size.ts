import { type Signal, useSignal } from '@preact/signals';
import { useCallback, useRef } from 'preact/hooks';

export interface Size {
  width: number;
  height: number;
  /** Pixels per design pixel: what `--u` is in CSS. */
  unit: number;
}

/**
 * Calls back whenever an element's size changes, and before and after it is printed: paper has a width of its own, and nobody
 * waits for an observer before it is printed.
 */
export function whenResized(element: Element, changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  addEventListener('beforeprint', changed);
  addEventListener('afterprint', changed);
  return () => {
    observer.disconnect();
    removeEventListener('beforeprint', changed);
    removeEventListener('afterprint', changed);
  };
}

/**
 * The pixels an element has, so that a chart is drawn at its true size and its letters are never stretched. The ref is a
 * function: the element may come late, or go and come again.
 */
export function useSize<E extends Element>(): [(element: E | null) => void, Signal<Size | null>] {
  const size = useSignal<Size | null>(null);
  const stop = useRef<() => void>(() => undefined);
  const ref = useCallback((element: E | null) => {
    stop.current();
    stop.current = () => undefined;
    if (!element) return;
    const measure = (): void => {
      const { width, height } = element.getBoundingClientRect();
      const unit = Number.parseFloat(getComputedStyle(element).fontSize) / 13;
      const before = size.peek();
      if (width > 0 && (before?.width !== width || before.height !== height || before.unit !== unit)) {
        size.value = { width, height, unit };
      }
    };
    measure();
    stop.current = whenResized(element, measure);
  }, []);
  return [ref, size];
}
