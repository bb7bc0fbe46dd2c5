// Setup of every test file: the program itself never opens a database through the file system while SQLite has it open in this
// process. Closing it again would drop SQLite's locks on it (https://www.sqlite.org/howtocorrupt.html, 2.2). Tests may: they play a bad card.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const OPENERS = ['open', 'readFile', 'writeFile', 'appendFile', 'copyFile', 'cp', 'truncate'] as const;
const STREAMS = ['createReadStream', 'createWriteStream', 'openAsBlob'] as const;
const DATABASE = /weatherglass\.db(-wal|-shm)?$/;

const identityOf = (path: string): string | null => {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
};

/** Files this process has open now, by what `/proc` says. */
function openFiles(): Set<string | null> {
  return new Set(fs.readdirSync('/proc/self/fd').map((fd) => identityOf(`/proc/self/fd/${fd}`)));
}

/** The first caller outside of Node and of this file. */
const isOurs = (stack = ''): boolean => {
  const caller = stack
    .split('\n')
    .find((line) => /\/(src|tests|bench)\//.test(line) && !line.includes('live-database-guard'));
  return caller?.includes('/src/') === true;
};

/** Guards functions of a module by their name; what they are given first, or second, may be a path. */
function guard(module: object, names: readonly string[]): void {
  for (const name of names) {
    const open = Reflect.get(module, name) as (...args: unknown[]) => unknown;
    const guarded = (...args: unknown[]): unknown => {
      for (const arg of args.slice(0, 2)) {
        const path = arg instanceof URL ? arg.pathname : arg;
        if (typeof path !== 'string' || !DATABASE.test(path) || !isOurs(new Error().stack)) continue;
        const file = identityOf(path);
        if (file !== null && openFiles().has(file)) throw new Error(`${name}: SQLite has ${path} open in this process`);
      }
      return open(...args);
    };
    Reflect.set(module, name, guarded);
  }
}

/** Once in a process that plays many files: of guards within guards the outer ones see no caller of ours. */
const GUARDED = Symbol.for('weatherglass.live-database-guard');

if (process.platform === 'linux' && !(GUARDED in globalThis)) {
  Reflect.set(globalThis, GUARDED, true);
  guard(fs, [...OPENERS, ...OPENERS.map((name) => `${name}Sync`), ...STREAMS]);
  guard(fs.promises, OPENERS);
  syncBuiltinESMExports();
}
