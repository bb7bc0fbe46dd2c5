import { type Signal, useSignal } from '@preact/signals';
import { useCallback } from 'preact/hooks';

export interface Size {
  width: number;
  height: number;
  /** Pixels per design pixel: what `--u` is in CSS. */
  unit: number;
}

/**
 * The pixels an element has, so that a chart is drawn at its true size and its letters are never stretched. The ref is a
 * function: the element may come late, or go and come again. Paper has a width of its own, and no observer is asked before it is
 * printed, so printing measures, too.
 */
export function useSize<E extends Element>(): [(element: E | null) => void, Signal<Size | null>] {
  const size = useSignal<Size | null>(null);
  const ref = useCallback((element: E | null) => {
    if (!element) return undefined;
    const measure = (): void => {
      const { width, height } = element.getBoundingClientRect();
      const unit = Number.parseFloat(getComputedStyle(element).fontSize) / 13;
      const before = size.peek();
      if (width > 0 && (before?.width !== width || before.height !== height || before.unit !== unit)) {
        size.value = { width, height, unit };
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const printing = ['beforeprint', 'afterprint'];
    for (const event of printing) addEventListener(event, measure);
    return () => {
      observer.disconnect();
      for (const event of printing) removeEventListener(event, measure);
    };
  }, []);
  return [ref, size];
}
