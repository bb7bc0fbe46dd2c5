import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdAlone } from '../../../src/main/release/alone.ts';
import { Layout } from '../../../src/main/release/layout.ts';

it('a second upgrade is refused from the first one’s first step on, whatever process number a journal tells', () => {
  const root = mkdtempSync(join(tmpdir(), 'alone-'));
  const layout = new Layout(root);
  holdAlone(layout);
  expect(() => holdAlone(layout)).toThrow('already under way');
  // Gone with its process, without a word: nobody need clear it away.
  const other = new Layout(join(root, 'other'));
  const begin = `import Sqlite from 'better-sqlite3'; new Sqlite(process.argv[1]).exec('BEGIN EXCLUSIVE'); process.kill(process.pid, 'SIGKILL')`;
  other.make();
  spawnSync(process.execPath, ['--input-type=module', '-e', begin, join(other.home, 'upgrade.lock')]);
  expect(() => holdAlone(other)).not.toThrow();
  rmSync(root, { recursive: true });
});
