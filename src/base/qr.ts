/**
 * A text as a QR code: ISO/IEC 18004, bytes, error correction M (a sixth of the picture may be unreadable), versions 1 to 10, which
 * hold up to 213 letters: an address, or a station's settings for a fleet. Larger versions, other contents and levels are left out.
 */
interface Version {
  /** Words of error correction in each block, and how many blocks of how many words of data; then so many of one word more. */
  correction: number;
  blocks: number;
  data: number;
  longer?: number;
}
const VERSIONS: readonly Version[] = [
  { correction: 10, blocks: 1, data: 16 },
  { correction: 16, blocks: 1, data: 28 },
  { correction: 26, blocks: 1, data: 44 },
  { correction: 18, blocks: 2, data: 32 },
  { correction: 24, blocks: 2, data: 43 },
  { correction: 16, blocks: 4, data: 27 },
  { correction: 18, blocks: 4, data: 31 },
  { correction: 22, blocks: 2, data: 38, longer: 2 },
  { correction: 22, blocks: 3, data: 36, longer: 2 },
  { correction: 26, blocks: 4, data: 43, longer: 1 },
];
/** From version 7 on the picture names its version (annex D). */
const NAMED_FROM = 7;
const VERSION_BITS = [0x07c94, 0x085bc, 0x09a99, 0x0a4d3];
/** From version 10 on the length takes two bytes. */
const LONG_FROM = 10;

const dataOf = ({ blocks, data, longer = 0 }: Version): number => blocks * data + longer * (data + 1);
/** Level M, mask 0 to 7, with their own error correction (ISO/IEC 18004, annex C). */
const FORMATS = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0];
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** Rows of dark (true) and light squares, without the quiet margin; null for a text that is too long. The mask reads best that is not said. */
export function qrCode(text: string, only?: number): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const number = VERSIONS.findIndex((one, i) => bytes.length + (i + 1 < LONG_FROM ? 2 : 3) <= dataOf(one)) + 1;
  if (number === 0) return null;
  const words = interleaved(dataWords(bytes, number), VERSIONS[number - 1]!);
  const drawings = MASKS.map((mask, i) => drawn(number, words, mask, FORMATS[i]!));
  if (only !== undefined) return drawings[only]!;
  const penalties = drawings.map(penaltyOf);
  return drawings[penalties.indexOf(Math.min(...penalties))]!;
}

function dataWords(bytes: Uint8Array, number: number): number[] {
  const most = dataOf(VERSIONS[number - 1]!);
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(0b0100, 4); // bytes
  put(bytes.length, number < LONG_FROM ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, most * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((word, bit) => word * 2 + bit, 0),
  );
  for (let pad = 0xec; words.length < most; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** The first word of every block, then the second of each: a scratch takes a little of all. */
function interleaved(words: readonly number[], { correction, blocks, data, longer = 0 }: Version): number[] {
  const parts = Array.from({ length: blocks + longer }, (_, i) => {
    const from = i * data + Math.max(0, i - blocks);
    return words.slice(from, from + data + (i < blocks ? 0 : 1));
  });
  const checks = parts.map((part) => correctionOf(part, correction));
  const turns = (lists: readonly number[][]) => lists.at(-1)!.flatMap((_, i) => lists.flatMap((list) => list[i] ?? []));
  return [...turns(parts), ...turns(checks)];
}

/** The remainder of the data over the generator of Reed and Solomon, in the field of 256 elements over x⁸+x⁴+x³+x²+1. */
function correctionOf(data: readonly number[], length: number): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < length; i++, root = times(root, 2))
    generator = [...generator, 0].map((term, at) => term ^ times(generator[at - 1] ?? 0, root));
  const rest = [...data, ...new Array<number>(length).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    for (const [at, term] of generator.entries()) rest[i + at]! ^= times(term, lead);
  }
  return rest.slice(data.length);
}

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

function drawn(number: number, words: readonly number[], mask: (r: number, c: number) => boolean, format: number) {
  const size = 17 + 4 * number;
  const squares = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const put = (row: number, column: number, dark: boolean): void => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    squares[row]![column] = dark;
    fixed[row]![column] = true;
  };
  /** Squares in squares: rings of these distances from the middle are dark. */
  const rings = (row: number, column: number, reach: number, light: readonly number[]): void => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++)
        put(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let i = 8; i < size - 8; i++) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    rings(row, column, 4, [2, 4]);
  const middle = (size - 1) / 2;
  const centres = number < NAMED_FROM ? [size - 7] : [6, middle, size - 7];
  for (const row of centres)
    for (const column of centres) {
      const isByFinder = (row === 6 && column !== middle) || (column === 6 && row !== middle);
      if (number > 1 && !isByFinder) rings(row, column, 2, [1]);
    }
  for (let i = 0; i < 15; i++) {
    const dark = ((format >> i) & 1) === 1;
    put(i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, dark);
    put(8, i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, dark);
  }
  for (let i = 0; number >= NAMED_FROM && i < 18; i++) {
    const dark = ((VERSION_BITS[number - NAMED_FROM]! >> i) & 1) === 1;
    const [along, across] = [Math.floor(i / 3), size - 11 + (i % 3)];
    put(along, across, dark);
    put(across, along, dark);
  }
  put(size - 8, 8, true);
  // Two columns at a time, from the right, up and down by turns; the clock's column is left out.
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const row = ((right + 1) & 2) === 0 ? size - 1 - i : i;
      for (const column of [right, right - 1]) {
        if (fixed[row]![column]) continue;
        const word = words[bit >> 3] ?? 0;
        squares[row]![column] = (((word >> (7 - (bit & 7))) & 1) === 1) !== mask(row, column);
        bit++;
      }
    }
  }
  return squares;
}

/** QR mask penalty: long runs, blocks of one colour, finder-like patterns, imbalance. */
function penaltyOf(squares: readonly boolean[][]): number {
  const size = squares.length;
  const columns = squares.map((_, i) => squares.map((row) => row[i]!));
  let penalty = 0;
  let dark = 0;
  for (const line of [...squares, ...columns]) {
    const text = line.map(Number).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    penalty += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length;
  }
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      if (squares[row]![column]) dark++;
      const below = squares[row + 1];
      const first = squares[row]![column];
      if (below === undefined || column + 1 === size) continue;
      if (squares[row]![column + 1] === first && below[column] === first && below[column + 1] === first) penalty += 3;
    }
  return penalty + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
}
