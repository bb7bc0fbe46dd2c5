/** Deadline of a test that polls: true until so many milliseconds have passed. It only decides when waiting is given up, never what passes. */
export function patience(limitMs: number): () => boolean {
  const endMs = performance.now() + limitMs; // now: the one place where tests measure how long they have waited
  return () => performance.now() < endMs; // now: as above
}
