/**
 * Seconds since the epoch by the machine's clock, for the few tests whose real programs live now. The reason says why a fixed moment
 * would not do; what such a test expects may not depend on the day.
 */
export const realNowS = (_reason: string): number => Date.now() / 1000; // now: the one place where tests ask for the day
