import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { sentence } from '../../../words/sentence.ts';
import { ImportRefusal } from '../past-row.ts';

const CHUNK = 65_536;
/** Longest line of a table of weather; the widest known has 4 kB. */
const LONGEST = 65_536;
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Opens an ordinary file: a link, a pipe or a folder is refused in one sentence. */
export function openOrdinary(path: string): { file: number; bytes: number } {
  const odd = () => new ImportRefusal(sentence('import.not-a-file', { file: basename(path) }));
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw odd();
    throw error;
  }
  const stat = fstatSync(file);
  if (stat.isFile()) return { file, bytes: stat.size };
  closeSync(file);
  throw odd();
}

const utf8 = new TextDecoder();
const western = new TextDecoder('windows-1252');

/** UTF-8 with or without a mark, else windows-1252. A power cut leaves zeros at the end of Cumulus' files: they are no characters. */
function textOf(bytes: Uint8Array): string {
  const clean = bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes;
  if (isAscii(clean)) return Buffer.from(clean.buffer, clean.byteOffset, clean.byteLength).toString('latin1');
  return (isUtf8(clean) ? utf8 : western).decode(clean);
}

/** Line of a text file, with the share of the file that has been read. `cut`: it has no line end, so that more of it may be missing. */
interface Line {
  text: string;
  share: number;
  cut?: true;
}

/** Pieces of UTF-8 made of those of UTF-16, by the mark at its beginning; others are as they are. */
function inBytes(first: Uint8Array): (piece: Uint8Array) => Uint8Array {
  const mark = `${first[0]} ${first[1]}`;
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : null;
  if (encoding === null) return (piece) => piece;
  const decoder = new TextDecoder(encoding);
  return (piece) => Buffer.from(decoder.decode(piece, { stream: true }));
}

/** Lines of a text file, 64 kB of it in memory at a time. */
export function* linesOf(path: string): Generator<Line> {
  const { file, bytes } = openOrdinary(path);
  try {
    const buffer = new Uint8Array(CHUNK);
    let asBytes: ReturnType<typeof inBytes> | null = null;
    let rest: Uint8Array = new Uint8Array(0);
    let read = 0;
    for (;;) {
      const count = readSync(file, buffer, 0, CHUNK, null);
      if (count === 0) break;
      read += count;
      asBytes ??= inBytes(buffer);
      const chunk = asBytes(buffer.subarray(0, count));
      const share = Math.min(1, read / Math.max(1, bytes));
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        const piece = chunk.subarray(from, end);
        from = end + 1;
        const line = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
        rest = new Uint8Array(0);
        yield { text: textOf(line).replace(/\r$/, ''), share };
      }
      if (from < chunk.length) rest = Buffer.concat([rest, chunk.subarray(from)]);
      if (rest.length > LONGEST) throw new ImportRefusal(sentence('import.long-line', { file: basename(path) }));
    }
    if (rest.length > 0) yield { text: textOf(rest).replace(/\r$/, ''), share: 1, cut: true };
  } finally {
    closeSync(file);
  }
}

/** First lines of a text file. */
export function firstLines(path: string, atMost: number): string[] {
  const lines: string[] = [];
  for (const { text } of linesOf(path)) {
    lines.push(text);
    if (lines.length >= atMost) break;
  }
  return lines;
}
