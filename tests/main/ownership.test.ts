import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { giveToOwner } from '../../src/main/machine/ownership.ts';

it.skipIf(process.getuid?.() !== 0)('root gives away what it made, and not what a link there leads to', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'ownership-'));
  const [folder, foreign] = [join(scratch, 'data'), join(scratch, 'shadow')];
  mkdirSync(folder);
  for (const path of [foreign, join(folder, 'weatherglass.db')]) writeFileSync(path, '');
  symlinkSync(foreign, join(folder, 'laid'));
  chownSync(folder, 1234, 1234);
  giveToOwner(folder);
  expect(statSync(join(folder, 'weatherglass.db')).uid).toBe(1234);
  expect(statSync(foreign).uid).toBe(0);
  rmSync(scratch, { recursive: true });
});
