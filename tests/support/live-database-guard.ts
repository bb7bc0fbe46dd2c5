// Setup of every test file: the program itself never opens a database through the file system while SQLite has it open in this
// process. Closing it again would drop SQLite's locks on it (https://www.sqlite.org/howtocorrupt.html, 2.2). Tests may: they play a bad card.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const OPENERS = [
  'openSync',
  'open',
  'readFileSync',
  'readFile',
  'writeFileSync',
  'copyFileSync',
  'truncateSync',
  'createReadStream',
] as const;
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

if (process.platform === 'linux') {
  for (const name of OPENERS) {
    const open = fs[name] as (path: unknown, ...rest: unknown[]) => unknown;
    const guarded = (path: unknown, ...rest: unknown[]): unknown => {
      if (typeof path === 'string' && DATABASE.test(path) && isOurs(new Error().stack)) {
        const file = identityOf(path);
        if (file !== null && openFiles().has(file)) throw new Error(`${name}: SQLite has ${path} open in this process`);
      }
      return open(path, ...rest);
    };
    Object.assign(fs, { [name]: guarded });
  }
  syncBuiltinESMExports();
}
