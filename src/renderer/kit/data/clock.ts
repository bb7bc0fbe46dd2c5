/** Time as the page is given it, so that a test can let an afternoon pass in a millisecond. */
export interface Clock {
  /** The browser's wall clock, which may be minutes wrong. */
  nowS(): number;
  /** Never jumps; counts from anywhere. */
  steadyMs(): number;
  /** Returns the function that cancels. */
  after(ms: number, run: () => void): () => void;
}

export const browserClock: Clock = {
  nowS: () => Date.now() / 1000,
  steadyMs: () => performance.now(),
  after(ms, run) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};
