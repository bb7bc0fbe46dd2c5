/** A finger that bounces, or a double click, comes again within this; whoever has read the question comes later. */
const BOUNCE_MS = 500;

/** Double-tap guard: whether an answer came too soon after its question, under the same finger. */
export const isBounce = (askedMs: number): boolean => performance.now() - askedMs < BOUNCE_MS;
