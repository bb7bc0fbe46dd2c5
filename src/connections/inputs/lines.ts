const LINE_FEED = 10;
/** Longest line; the longest recorded has 0.6 KB. */
const MOST_BYTES = 4096;

/**
 * Lines out of a stream of bytes. A line that is too long is left out as a whole, however long it goes on: of it no more than the limit is
 * ever kept.
 */
export class Lines {
  #rest: Buffer = Buffer.alloc(0);
  #isTooLong = false;
  /** Lines left out so far. */
  tooLong = 0;

  /** Whole lines that end in this piece. */
  *push(piece: Buffer): Generator<string> {
    let from = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, from)) {
      const line = this.#ended(piece.subarray(from, end));
      from = end + 1;
      if (line !== null && line !== '') yield line;
    }
    this.#keep(piece.subarray(from));
  }

  #ended(last: Buffer): string | null {
    this.#keep(last);
    const line = this.#isTooLong ? null : this.#rest.toString('utf8').trimEnd();
    this.#rest = Buffer.alloc(0);
    this.#isTooLong = false;
    return line;
  }

  #keep(more: Buffer): void {
    if (this.#isTooLong) return;
    if (this.#rest.length + more.length > MOST_BYTES) {
      this.#isTooLong = true;
      this.tooLong += 1;
      this.#rest = Buffer.alloc(0);
    } else if (more.length > 0) this.#rest = Buffer.concat([this.#rest, more]);
  }
}
