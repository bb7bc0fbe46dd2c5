import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A finger that taps twice does so within this. */
const TWICE_MS = 200;

/** True for a moment after `what` has changed: the second of two taps was meant for what stood there before, and answers nothing. */
export function useStill(what: string): boolean {
  const isStill = useSignal(false);
  const before = useRef(what);
  useLayoutEffect(() => {
    if (before.current === what) return;
    before.current = what;
    isStill.value = true;
    const timer = setTimeout(() => (isStill.value = false), TWICE_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return isStill.value;
}
