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

/** Numbers of two and of four bytes: every machine with a browser has the lowest byte first, as a ZIP has. */
const shorts = (...all: number[]) => Uint16Array.from(all);
const longs = (...all: number[]) => Uint32Array.from(all);

/** ZIP archive of short text files, stored and not compressed (PKWARE's APPNOTE, 4.3). Names are ASCII. */
export function zipped(files: ReadonlyArray<{ name: string; text: string }>): Blob {
  const [bodies, entries]: [BlobPart[], BlobPart[]] = [[], []];
  let [offset, size] = [0, 0];
  for (const { name, text } of files) {
    const data = new TextEncoder().encode(text);
    const sizes = longs(crcOf(data), data.length, data.length);
    const common = [shorts(20, 0, 0, 0, DAY), sizes, shorts(name.length)];
    bodies.push('PK\x03\x04', ...common, shorts(0), name, data);
    entries.push('PK\x01\x02', shorts(20), ...common, shorts(0, 0, 0, 0, 0, 0), longs(offset), name);
    offset += 30 + name.length + data.length;
    size += 46 + name.length;
  }
  const n = files.length;
  const end = ['PK\x05\x06', shorts(0, 0, n, n), longs(size, offset), shorts(0)];
  return new Blob([...bodies, ...entries, ...end], { type: 'application/zip' });
}
