/** A finger that bounces, or a double click, comes again within this; whoever has read the question comes later. */
const BOUNCE_MS = 500;

/** Whether an answer came too soon after its question to have been meant: both lie under the same finger. */
export const isBounce = (askedMs: number, nowMs = performance.now()): boolean => nowMs - askedMs < BOUNCE_MS;
