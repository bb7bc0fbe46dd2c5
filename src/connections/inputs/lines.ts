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

  /** Whole lines that end in this piece; null for one that has become too long. */
  *push(piece: Buffer): Generator<string | null> {
    let from = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, from)) {
      if (this.#outgrows(piece.subarray(from, end))) yield null;
      from = end + 1;
      const line = this.#rest.toString('utf8').trimEnd();
      if (line !== '') yield line;
      this.#rest = Buffer.alloc(0);
      this.#isTooLong = false;
    }
    if (this.#outgrows(piece.subarray(from))) yield null;
  }

  /** Whether the line has become too long by this much more of it. */
  #outgrows(more: Buffer): boolean {
    if (this.#isTooLong) return false;
    this.#isTooLong = this.#rest.length + more.length > MOST_BYTES;
    this.#rest = this.#isTooLong ? Buffer.alloc(0) : Buffer.concat([this.#rest, more]);
    return this.#isTooLong;
  }
}
