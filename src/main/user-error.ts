/** One sentence for the user, with the way out. Ends the program with code 1 and no stack trace. */
export class UserError extends Error {}

/** A slip on the command line: nothing was begun. */
export class UsageError extends UserError {}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of this path is no folder',
  EISDIR: 'this is a folder, not a file',
  EEXIST: 'something of that name is there already',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'this file system is mounted read-only',
  EBUSY: 'it is mounted by itself or in use, and cannot be replaced',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links lead in a circle',
  EIO: 'the disk does not work',
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'the database may only be read',
  SQLITE_CANTOPEN: 'the database cannot be opened by this user, or its folder is not there',
  SQLITE_BUSY: 'another program holds the database',
  SQLITE_CORRUPT: 'the database is damaged',
  SQLITE_NOTADB: 'this is no database',
  SQLITE_IOERR: 'the disk does not work',
};

/** A system error in words; null for a fault of this program. */
export function refusalOfSystem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const key = code.startsWith('SQLITE_') ? code.split('_').slice(0, 2).join('_') : code;
  const words = syscall === 'mkdir' && code === 'ENOENT' ? 'no folder can be made here' : WORDS[key];
  if (words === undefined) return syscall === undefined ? null : `${error.message}.`;
  return `${path === undefined ? '' : `${path}: `}${words} (${code}).`;
}
