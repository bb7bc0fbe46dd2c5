/** Deadline of a test that polls: true until so many milliseconds have passed. It only decides when waiting is given up, never what passes. */
export function patience(limitMs: number): () => boolean {
  const endMs = performance.now() + limitMs; // now: the one place where tests measure how long they have waited
  return () => performance.now() < endMs; // now: as above
}

/** How long a page is waited for: a busy machine takes many times as long for all of it, and what never comes fails all the same. */
export const PATIENCE_MS = 120_000;
