import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SpareFile } from '../../src/hub/json-file.ts';
import { freePort } from '../support/free-port.ts';
import { add, HubHere, silentLog } from '../support/hub-here.ts';
import { SmallDisk } from '../support/small-disk.ts';

it.each([
  ['is full', (disk: SmallDisk) => disk.fill(), /ENOSPC/],
  ['may only be read', (disk: SmallDisk) => void execFileSync('mount', ['-o', 'remount,ro', disk.folder]), /EROFS/],
])('a hub whose own disk %s serves on, tells its log, and ends in order', async (_what, spoil, code) => {
  const disk = SmallDisk.mount(2);
  if (disk === null) return;
  const said: unknown[] = [];
  const log = { ...silentLog, error: (fields: { err?: unknown }) => void said.push(fields.err) };
  try {
    await add(disk.folder, 'North');
    const hub = await HubHere.start(`http://127.0.0.1:${await freePort()}`, [], { dataDir: disk.folder, log });
    spoil(disk);
    expect((await hub.json<{ stations: unknown[] }>('/api/fleet')).stations).toHaveLength(1);
    await hub.stop();
    expect(said.filter((error) => code.test(String(error)))).toHaveLength(2); // what was last heard, and what was used
  } finally {
    disk.unmount();
  }
});

it('a picture that cannot be read is none: the engine knows it all again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-picture-'));
  mkdirSync(join(folder, 'picture.json'));
  expect(new SpareFile(join(folder, 'picture.json')).read()).toBeUndefined();
  rmSync(folder, { recursive: true });
});
