import { type Signal, useSignal } from '@preact/signals';
import { useCallback, useRef } from 'preact/hooks';

export interface Size {
  width: number;
  height: number;
  /** Pixels per design pixel: what `--u` is in CSS. */
  unit: number;
}

/**
 * The pixels an element has, so that a chart is drawn at its true size and its letters are never stretched. The ref is a
 * function: the element may come late, or go and come again.
 */
export function useSize<E extends Element>(): [(element: E | null) => void, Signal<Size | null>] {
  const size = useSignal<Size | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const ref = useCallback((element: E | null) => {
    observer.current?.disconnect();
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
    observer.current = new ResizeObserver(measure);
    observer.current.observe(element);
  }, []);
  return [ref, size];
}
