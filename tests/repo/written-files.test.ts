import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
const HELPER = 'base/whole-file.ts';

/** Files that rename what was there already; what is written gets its name in the helper alone. */
const MOVES: Readonly<Record<string, string>> = {
  'hub/audit.ts': 'the log rotates',
  'hub/files/json-file.ts': 'a damaged file that a start can do without makes room for the next',
  'station/store/rescue/backups/backup.ts': 'backups of a clock that ran ahead get earlier names',
  'station/store/rescue/backups/set-aside.ts': 'a history and its backups make room for another',
  'station/store/rescue/check-folder.ts': 'a log without its database is set aside',
  'station/store/rescue/folder/swap.ts':
    'the old database, its logs and the finished one change places under a journal',
};

it('written files: a file that is written gets its name in base/whole-file.ts alone', () => {
  const renaming = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /\brename(Sync)?\(/.test(readFileSync(join(SRC, file), 'utf8')));
  expect(renaming.sort()).toEqual([HELPER, ...Object.keys(MOVES)].sort());
});
