import { closeSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { sentence } from '../../words/sentence.ts';
import { cumulusSource } from './formats/cumulus.ts';
import { databaseSource } from './formats/databases.ts';
import type { Asked, Source } from './formats/decoder.ts';
import { headedSource } from './formats/headed.ts';
import { ImportRefusal } from './past-row.ts';
import { openOrdinary } from './text/lines.ts';

const SQLITE = 'SQLite format 3\0';
/** gzip, zip, xz, zstd, bzip2, 7z. */
const PACKED = ['1f8b', '504b0304', 'fd377a58', '28b52ffd', '425a68', '377abcaf'];

function beginningOf(path: string): Buffer {
  const { file } = openOrdinary(path);
  try {
    const bytes = Buffer.alloc(16);
    return bytes.subarray(0, readSync(file, bytes, 0, 16, 0));
  } finally {
    closeSync(file);
  }
}

/** Finds the reader of a file by its content. An unknown file is refused in one sentence. */
export function openSource(path: string, asked: Asked): Source {
  const file = basename(path);
  const bytes = beginningOf(path);
  if (PACKED.some((magic) => bytes.toString('hex').startsWith(magic)))
    throw new ImportRefusal(sentence('import.packed', { file }));
  if (bytes.toString('latin1') === SQLITE) return databaseSource(path);
  const source = (asked.map ? null : cumulusSource(path, asked)) ?? headedSource(path, asked);
  if (source === null) throw new ImportRefusal(sentence('import.unknown-format', { file }));
  return source;
}
