import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdAfter, holdAlone, isHeld } from '../../../src/main/release/alone.ts';
import { Layout } from '../../../src/main/release/layout.ts';

it('a second upgrade is refused from the first one’s first step on, whatever process number a journal tells', () => {
  const root = mkdtempSync(join(tmpdir(), 'alone-'));
  const layout = new Layout(root);
  holdAlone(layout);
  expect(() => holdAlone(layout)).toThrow('another upgrade is running');
  // Gone with its process, without a word: nobody need clear it away.
  const other = new Layout(join(root, 'other'));
  const begin = `import Sqlite from 'better-sqlite3'; new Sqlite(process.argv[1]).exec('BEGIN EXCLUSIVE'); process.kill(process.pid, 'SIGKILL')`;
  other.make();
  spawnSync(process.execPath, ['--input-type=module', '-e', begin, join(other.home, 'upgrade.lock')]);
  expect(() => holdAlone(other)).not.toThrow();
  rmSync(root, { recursive: true });
});

it('the end of an upgrade that was killed begins when its lock is free, and not after one that ended as it should', async () => {
  const root = mkdtempSync(join(tmpdir(), 'alone-'));
  const layout = new Layout(root);
  layout.make();
  writeFileSync(layout.journalFile, '{}');
  const begin = `import Sqlite from 'better-sqlite3'; new Sqlite(process.argv[1]).exec('BEGIN EXCLUSIVE'); console.log('held'); setInterval(() => {}, 1000)`;
  const upgrade = spawn(process.execPath, ['--input-type=module', '-e', begin, join(layout.home, 'upgrade.lock')]);
  await once(upgrade.stdout, 'data');
  expect(isHeld(layout)).toBe(true);
  const seen: boolean[] = [];
  const clock = {
    nowS: () => 0,
    steadyMs: () => 0,
    sleep: async () => {
      seen.push(isHeld(layout));
      upgrade.kill('SIGKILL');
      await once(upgrade, 'exit');
    },
  };
  expect(await holdAfter(layout, clock)).toBe(true);
  expect(seen).toEqual([true]);
  expect(() => holdAlone(layout)).toThrow('another upgrade is running'); // it is ours now
  rmSync(layout.journalFile);
  expect(await holdAfter(new Layout(root), clock)).toBe(false);
  rmSync(root, { recursive: true });
});
