/**
 * What people and the station say is stamped by the clock of that moment. Before the first sample of a start has its time, and while
 * samples are held, that clock is not believed: by how much such words move once it shows what it should have shown. A clock is told
 * by its offset, wall less steady time.
 */
export class EarlyWords {
  /** What the start of the station was told by. */
  #startS: number | null = null;
  /** What the clock showed when samples began to be held. */
  #heldS: number | null = null;
  #stored = false;

  /** Whether any sample of this start has its time. */
  get stored(): boolean {
    return this.#stored;
  }

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
    const toldByS = this.#heldS ?? (this.#stored ? null : this.#startS);
    this.#heldS = null;
    this.#stored = true;
    return toldByS === null ? 0 : offsetS - toldByS;
  }

  /** What the start was told by where everything else moves by so much. */
  beforeMove(byS: number): number {
    return (this.#startS ?? 0) - byS;
  }
}
