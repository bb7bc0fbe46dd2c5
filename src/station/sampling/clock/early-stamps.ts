/**
 * Stamps of early events and labels: of those before a start's first sample has its time, and of those while samples are held. The clock
 * of their moment stamps them, and is not trusted yet. Computes by how much they move once it is right. A clock is described by its
 * offset, wall less steady time.
 */
export class EarlyStamps {
  /** Steady time at the start of the station. */
  #startS: number | null = null;
  /** Clock when samples began to be held. */
  #heldS: number | null = null;
  /** Whether any sample of this start has been stamped. */
  stored = false;

  /** With every sample; the first counts. */
  begin(offsetS: number): void {
    this.#startS ??= offsetS;
  }

  /** Samples begin to be held. */
  hold(offsetS: number): void {
    this.#heldS = offsetS;
  }

  /** The clock was set while samples are held, rightly or not. */
  setWhileHeld(offsetS: number): number {
    const byS = offsetS - (this.#heldS ?? offsetS);
    this.#heldS = offsetS;
    return byS;
  }

  /** Samples have their time. */
  settle(offsetS: number): number {
    const toldByS = this.#heldS ?? (this.stored ? null : this.#startS);
    this.#heldS = null;
    this.stored = true;
    return toldByS === null ? 0 : offsetS - toldByS;
  }

  /** Whether the newest events and labels are stamped by another clock than the samples: before the first of them, and while they are held. */
  get isApart(): boolean {
    return !this.stored || this.#heldS !== null;
  }

  /** Offset of those events and labels, where everything else moves by `byS`. */
  beforeMove(byS: number): number {
    return (this.#heldS ?? this.#startS ?? 0) - byS;
  }
}
