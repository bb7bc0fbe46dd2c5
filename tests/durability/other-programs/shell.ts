import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { describeSchema } from '../../support/describe-schema.ts';
import { tempFolder } from '../support.ts';

export const SHELL = spawnSync('sqlite3', ['--version']).error === undefined;

if (!SHELL)
  console.warn(
    '\nSKIPPED: what other programs may do to the database, because there is no sqlite3 (apt-get install sqlite3)\n',
  );

export type State = 'stopped' | 'killed' | 'running';

export interface Place {
  folder: string;
  db: string;
  backup: string;
}

/** A busy machine takes seconds for what a lock is held for. */
const PATIENCE_MS = 120_000;

const given = (waitMs: number, db: string, statements: readonly string[]): void =>
  void execFileSync('sqlite3', ['-cmd', `.timeout ${waitMs}`, db, statements.join(';\n')], {
    stdio: 'pipe',
    maxBuffer: 2 ** 28,
  });

export const sql =
  (...statements: string[]) =>
  ({ db }: Pick<Place, 'db'>): void =>
    given(PATIENCE_MS, db, statements);

/** A running station keeps some of these out by its locks, for as long as it runs, which is as good. */
export const tried =
  (...statements: string[]) =>
  ({ db }: Place, state: State): void => {
    try {
      given(state === 'running' ? 1000 : PATIENCE_MS, db, statements);
    } catch (error) {
      if (state !== 'running' || !/locked/.test(String((error as { stderr: Buffer }).stderr))) throw error;
    }
  };

export const sh =
  (script: string) =>
  ({ folder, db, backup }: Place): void => {
    execFileSync('sh', ['-ec', script], {
      env: { ...process.env, FOLDER: folder, DB: db, BACKUP: backup },
      stdio: 'pipe',
    });
  };

/** A shell with an open transaction; it ends when `release` is called. */
export function openTransaction(
  db: string,
  begin: string,
  then = '',
): { ready: Promise<void>; release: (how: string) => Promise<void>; kill: () => Promise<void> } {
  const shell = spawn('sqlite3', [db], { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  const ready = new Promise<void>((resolve) => shell.stdout.once('data', () => resolve()));
  shell.stdin.write(`.timeout ${PATIENCE_MS}\n${begin};\nSELECT 'ready';\n${then}\n`);
  return {
    ready,
    release: (how) => {
      shell.stdin.end(`${how};\n`);
      return gone;
    },
    kill: () => {
      shell.kill('SIGKILL');
      return gone;
    },
  };
}

export function count(db: string, statement: string): number {
  const file = openReadOnly(db);
  try {
    return file.prepare<[], number>(statement).pluck().get()!;
  } finally {
    file.close();
  }
}

export function theirs(db: string): string[] {
  const file = openReadOnly(db);
  try {
    return describeSchema(file);
  } finally {
    file.close();
  }
}

export function copied(folder: string, wanted: (name: string) => boolean): string {
  const copy = tempFolder();
  for (const name of readdirSync(folder))
    if (wanted(name)) cpSync(join(folder, name), join(copy, name), { recursive: true });
  return copy;
}
