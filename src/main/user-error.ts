import type { Said, Sentence } from '../words/sentence.ts';

/** Expected failure: one sentence with the way out. Ends the program with code 1 and no stack trace. */
export class UserError extends Error {
  /** Code and arguments of the sentence, where a page or the doctor tells it in other languages. */
  readonly said: Said | null;

  constructor(words: string | Sentence, options?: ErrorOptions) {
    super(typeof words === 'string' ? words : words.detail, options);
    this.said = typeof words === 'string' ? null : words.said;
  }
}

/** A slip on the command line: nothing was begun. */
export class UsageError extends UserError {}

/** A stop that came before the start was complete: no failure. */
export class StoppedFirst extends UserError {
  constructor() {
    super('Stopped as asked, before the start was complete.');
  }
}

export function unlessStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new StoppedFirst();
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of this path is not a folder',
  EISDIR: 'this is a folder, not a file',
  EEXIST: 'this name exists already',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'this file system is mounted read-only',
  EBUSY: 'it is in use or a mount point, and cannot be replaced',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a circle',
  EIO: 'the disk does not work',
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'the database is read-only',
  SQLITE_CANTOPEN: 'this user cannot open the database, or its folder does not exist',
  SQLITE_BUSY: 'another program has locked the database',
  SQLITE_CORRUPT: 'the database is damaged',
  SQLITE_NOTADB: 'this is not a database',
  SQLITE_IOERR: 'the disk does not work',
};

/** A system error in words; a fault of this program is thrown on. */
export function whyRefused(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const { path, syscall } = error as NodeJS.ErrnoException;
  const code = String((error as NodeJS.ErrnoException).code ?? ''); // an AbortError has a number
  const key = code.startsWith('SQLITE_') ? code.split('_').slice(0, 2).join('_') : code;
  const words = syscall === 'mkdir' && code === 'ENOENT' ? 'no folder can be created here' : WORDS[key];
  if (words !== undefined) return `${path === undefined ? '' : `${path}: `}${words} (${code}).`;
  if (syscall === undefined) throw error;
  return `${error.message}.`;
}
