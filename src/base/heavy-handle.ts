export interface HeavyHandle {
  readonly signal: AbortSignal;
  /** 0..1. */
  progress(share: number): void;
}
