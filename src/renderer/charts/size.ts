import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Size {
  width: number;
  height: number;
  /** Pixels per design pixel: what `--u` is in CSS. */
  unit: number;
}

/** The pixels an element has, so that a chart is drawn at its true size and its letters are never stretched. */
export function useSize<E extends Element>(): [RefObject<E | null>, Signal<Size | null>] {
  const ref = useRef<E>(null);
  const size = useSignal<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
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
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
