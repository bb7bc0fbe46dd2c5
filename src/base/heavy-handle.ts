/** Handle of a heavy job: progress and abort. */
export interface HeavyHandle {
  readonly signal: AbortSignal;
  /** 0..1. */
  progress(share: number): void;
}
