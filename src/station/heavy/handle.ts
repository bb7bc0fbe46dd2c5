/** How whoever asked for a heavy job follows it and ends it. */
export interface HeavyHandle {
  readonly signal: AbortSignal;
  /** 0..1. */
  progress(share: number): void;
}
