const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crcOf = (bytes: Uint8Array): number => {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC[(c ^ byte) & 0xff]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};

/** First day of a ZIP's calendar: the time of these files says nothing. */
const DAY = 0x21;

/** ZIP archive of short text files, stored and not compressed (PKWARE's APPNOTE, 4.3). Names are ASCII. */
export function zipped(files: ReadonlyArray<{ name: string; text: string }>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const [bodies, entries]: [Uint8Array[], Uint8Array[]] = [[], []];
  let offset = 0;
  for (const file of files) {
    const [name, data] = [encoder.encode(file.name), encoder.encode(file.text)];
    const common = [
      20,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      DAY,
      0,
      ...four(crcOf(data)),
      ...four(data.length),
      ...four(data.length),
      ...two(name.length),
    ];
    bodies.push(new Uint8Array([0x50, 0x4b, 3, 4, ...common, 0, 0]), name, data);
    entries.push(
      new Uint8Array([0x50, 0x4b, 1, 2, 20, 0, ...common, ...new Array<number>(12).fill(0), ...four(offset)]),
      name,
    );
    offset += 30 + name.length + data.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const end = [
    0x50,
    0x4b,
    5,
    6,
    0,
    0,
    0,
    0,
    ...two(files.length),
    ...two(files.length),
    ...four(size),
    ...four(offset),
    0,
    0,
  ];
  const all = [...bodies, ...entries, new Uint8Array(end)];
  const zip = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    zip.set(piece, at);
    at += piece.length;
  }
  return zip;
}

const two = (n: number): number[] => [n & 255, (n >> 8) & 255];
const four = (n: number): number[] => [n & 255, (n >>> 8) & 255, (n >>> 16) & 255, n >>> 24];
