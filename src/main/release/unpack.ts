import { closeSync, createReadStream, fchmodSync, openSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { makeFolder } from '../../base/make-folder.ts';
import { UserError } from '../user-error.ts';
import { type Limits, Measure } from './limits.ts';
import { BLOCK, DAMAGED, LONGEST_NAME, memberOf, paxPath, readHeader } from './tar.ts';

/**
 * Unpacks a release, and nothing but one: files and folders below `into`, with the rights that a program needs, no more of them and no
 * bigger than a release is. Read here and not by `tar`: what is judged is then what is written, and by whom is no question of versions.
 */
export async function unpack(file: string, into: string, limits?: Limits): Promise<void> {
  const reader = new Reader(file, new Measure(basename(file), limits));
  try {
    await readAll(reader, into);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (/^(Z_|ERR_ZLIB|ERR_STREAM_PREMATURE)/.test(code)) throw new UserError(`${basename(file)} ${DAMAGED}.`);
    if (code === 'EEXIST') throw new UserError(`${basename(file)} has the same file twice.`);
    if (code === 'ENOTDIR' || code === 'EISDIR') throw new UserError(`${basename(file)} ${DAMAGED}.`);
    if (error instanceof UserError && !error.message.startsWith(basename(file)))
      throw new UserError(`${basename(file)} ${error.message.replace(/\.$/, '')}.`);
    throw error;
  } finally {
    reader.close();
  }
}

async function readAll(reader: Reader, into: string): Promise<void> {
  let longName: string | null = null;
  for (;;) {
    const header = readHeader(await reader.take(BLOCK));
    if (header === null) return reader.drain(); // to the end: gzip's own sum stands there
    reader.measure.addEntry();
    if (header.kind !== 'member') {
      if (header.bytes > LONGEST_NAME) throw new UserError('has a file name that is too long');
      const text = await reader.take(header.bytes);
      await reader.skipPadding(header.bytes);
      if (header.kind === 'long-name') longName = text.toString('utf8').replace(/\0.*$/s, '');
      if (header.kind === 'pax') longName = paxPath(text) ?? longName;
      continue;
    }
    const member = memberOf({ ...header, name: longName ?? header.name });
    longName = null;
    if (member.path !== null && member.folder) makeFolder(join(into, member.path));
    if (member.path === null || member.folder) continue;
    makeFolder(dirname(join(into, member.path)));
    await writeMember(reader, join(into, member.path), member);
    await reader.skipPadding(member.bytes);
  }
}

async function writeMember(
  reader: Reader,
  path: string,
  { bytes, executable }: { bytes: number; executable: boolean },
) {
  const handle = openSync(path, 'wx');
  try {
    for (let left = bytes; left > 0; ) {
      const piece = await reader.some(left);
      for (let done = 0; done < piece.length; ) done += writeSync(handle, piece, done);
      left -= piece.length;
    }
    fchmodSync(handle, executable ? 0o755 : 0o644);
  } finally {
    closeSync(handle);
  }
}

/** Reader of a gzip stream in exact pieces, with a count of bytes. */
class Reader {
  readonly #stream;
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(
    file: string,
    readonly measure: Measure,
  ) {
    const source = createReadStream(file);
    this.#stream = createGunzip();
    source.on('error', (error) => this.#stream.destroy(error));
    this.#stream.on('close', () => source.destroy());
    source.pipe(this.#stream);
    this.#pieces = this.#stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** At most so many bytes, as they come. */
  async some(most: number): Promise<Buffer> {
    if (this.#rest.length === 0 && !(await this.#more())) throw new UserError('is cut short');
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }
  async take(bytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = bytes; left > 0; ) {
      const piece = await this.some(left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }
  async skipPadding(bytes: number): Promise<void> {
    await this.take((BLOCK - (bytes % BLOCK)) % BLOCK);
  }
  async drain(): Promise<void> {
    while (await this.#more());
  }
  close(): void {
    this.#stream.destroy();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#pieces.next();
    if (done) return false;
    this.measure.addBytes(value.length);
    this.#rest = value;
    return true;
  }
}
