import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Part below the fold: made when it comes near what is seen, and for paper. */
export function WhenNear({ height, children }: { height: string; children: () => ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useSignal(false);
  useEffect(() => {
    const show = (): void => {
      isNear.value = true;
    };
    const root = place.current!.closest('.outlet');
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && show(), {
      root,
      rootMargin: '10% 0px',
    });
    observer.observe(place.current!);
    addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', show);
    };
  }, []);
  return isNear.value ? children() : <div ref={place} class="not-near" style={{ minHeight: height }} />;
}
