import { UserError } from '../user-error.ts';
import { PLAIN_ALONE } from './limits.ts';

/** Member of a tarball, of the kinds that a release has. */
export interface Member {
  /** With its top folder taken off; never empty, absolute or upwards. Null is that folder itself. */
  path: string | null;
  folder: boolean;
  executable: boolean;
  bytes: number;
}

export const BLOCK = 512;
/** Size limit of a long name, which has a block of its own. */
export const LONGEST_NAME = 4096;

/** Parsed tar header: a member, or an extension that describes the next one. */
export type Header = {
  kind: 'member' | 'long-name' | 'pax' | 'ignored';
  name: string;
  type: string;
  mode: number;
  bytes: number;
};

const field = (block: Buffer, from: number, length: number): string => {
  const bytes = block.subarray(from, from + length);
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? length : end);
};

function octal(block: Buffer, from: number, length: number): number {
  const text = field(block, from, length).trim();
  if (!/^[0-7]*$/.test(text)) throw new UserError(DAMAGED);
  return text === '' ? 0 : Number.parseInt(text, 8);
}

export const DAMAGED = 'is damaged: it cannot be read as a tarball';

/** Null for the block of zeros that ends it. POSIX.1-1988 ustar with GNU's and POSIX.1-2001's long names. */
export function readHeader(block: Buffer): Header | null {
  if (block.every((byte) => byte === 0)) return null;
  const sum = block.reduce((all, byte, i) => all + (i >= 148 && i < 156 ? 0x20 : byte), 0);
  if (octal(block, 148, 8) !== sum) throw new UserError(DAMAGED);
  const type = String.fromCharCode(block[156] || 0x30);
  const prefix = block.toString('latin1', 257, 263) === 'ustar\0' ? field(block, 345, 155) : '';
  const name = `${prefix && `${prefix}/`}${field(block, 0, 100)}`;
  const kind = { L: 'long-name', x: 'pax', g: 'ignored' } as const;
  return {
    kind: kind[type as keyof typeof kind] ?? 'member',
    name,
    type,
    mode: octal(block, 100, 8),
    bytes: octal(block, 124, 12),
  };
}

/** Path from a POSIX.1-2001 extended header: "LENGTH path=NAME\n". */
export function paxPath(text: Buffer): string | null {
  let path: string | null = null;
  for (let at = 0; at < text.length; ) {
    const [, length = '', key = ''] = /^(\d+) ([^=]+)=/.exec(text.toString('latin1', at, at + 64)) ?? [];
    if (!(Number(length) > 0)) throw new UserError(DAMAGED);
    // A length of its own would be another one to us than to whoever made it.
    if (/^(size|GNU\.sparse.*)$/.test(key)) throw new UserError(`has an entry that no release has (${key})`);
    if (key === 'path') path = text.toString('utf8', at + length.length + key.length + 2, at + Number(length) - 1);
    at += Number(length);
  }
  return path;
}

const KINDS: Readonly<Record<string, string>> = {
  1: 'a link',
  2: 'a link',
  3: 'a device',
  4: 'a device',
  6: 'a pipe',
};

/** Allowed members of a release; every other kind is refused by name before anything is written. */
export function memberOf({ name, type, mode, bytes }: Header): Member {
  const shown = JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
  const folder = type === '5';
  if (!folder && type !== '0')
    throw new UserError(`has ${KINDS[type] ?? 'something unknown'}, ${shown}; ${PLAIN_ALONE}`);
  if (!folder && mode & 0o6000) throw new UserError(`has a set-uid file, ${shown}; no release needs one`);
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (name.startsWith('/') || parts.includes('..') || name.includes('\0'))
    throw new UserError(`would write outside its folder, to ${shown}`);
  if (parts.length < 2 && !folder) throw new UserError(`has ${shown} outside its one folder; that is no release`);
  return {
    path: parts.length < 2 ? null : parts.slice(1).join('/'),
    folder,
    executable: (mode & 0o111) !== 0,
    bytes: folder ? 0 : bytes,
  };
}
