const STEP_MS = 50;

/**
 * Timer of the time that this process has lived, in steps: a machine that stands still for a second, with an answer waiting behind the timer,
 * passes one step of it and not all. Returns what ends it.
 */
export function afterLived(ms: number, then: () => void): () => void {
  let leftMs = ms;
  const step = setInterval(() => {
    leftMs -= STEP_MS;
    if (leftMs > 0) return;
    clearInterval(step);
    then();
  }, STEP_MS);
  return () => clearInterval(step);
}
