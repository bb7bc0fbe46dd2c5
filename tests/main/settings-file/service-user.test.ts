import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canBeAnother, pack } from '../../support/as-another-user.ts';

/** Any user but root, in a group of its own, as `weatherglass` is for the installed service. */
const SERVICE = 65_534;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-etc-'));
  file = join(folder, 'config.yaml');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As deploy/weatherglass.service opens it. */
function opened(): void {
  chownSync(folder, 0, SERVICE);
  chmodSync(folder, 0o2775);
}

async function asService(expression: string): Promise<unknown> {
  const asked = expression.replaceAll('FILE', JSON.stringify(file));
  const code = `${await pack('src/main/settings/write-file.ts')}\nconsole.log(JSON.stringify(${asked}))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input: code,
    encoding: 'utf8',
    cwd: '/',
    env: {}, // without libfaketime on a played day, whose semaphore may be left of a process of root's with the same number
    uid: SERVICE,
    gid: SERVICE,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

it.skipIf(!canBeAnother)(
  'the service writes the file that the administrator made, and only where root has opened the folder',
  async () => {
    writeFileSync(file, 'site: { name: Attic }', { mode: 0o644 });
    writeFileSync(`${file}.old`, 'of the administrator');
    chmodSync(folder, 0o755);
    expect(await asService('canWrite(FILE)')).toBe(false);
    opened();
    expect(await asService('[canWrite(FILE), writeAtomically(FILE, "site: {}")]')).toEqual([true, null]);
    expect([readFileSync(file, 'utf8'), readFileSync(`${file}.old`, 'utf8')]).toEqual([
      'site: {}',
      'site: { name: Attic }',
    ]);
    expect(statSync(file)).toMatchObject({ uid: SERVICE, gid: SERVICE });
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(await asService('canWrite(FILE)')).toBe(true);
  },
);

it.skipIf(!canBeAnother)('a file that its owner closed is left alone all the same', async () => {
  opened();
  writeFileSync(file, 'site: {}');
  chmodSync(file, 0o444);
  expect(await asService('canWrite(FILE)')).toBe(false);
  chownSync(file, 1000, 1000); // not the folder's owner, who alone has opened it
  chmodSync(file, 0o644);
  expect(await asService('canWrite(FILE)')).toBe(false);
});
if (!canBeAnother) console.warn('*** The installed service was NOT played: only root can be another user');
