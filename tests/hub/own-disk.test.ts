import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KeptRows } from '../../src/hub/engine/kept-rows.ts';
import { SpareFile } from '../../src/hub/files/json-file.ts';
import { outOfOrder } from '../../src/hub/refusal.ts';
import { add, HubHere, silentLog } from '../support/hub-here.ts';
import { SmallDisk } from '../support/small-disk.ts';

const spoilt: [string, (disk: SmallDisk) => void, RegExp][] = [
  ['is full', (disk) => disk.fill(), /ENOSPC/],
  ['may only be read', (disk) => void execFileSync('mount', ['-o', 'remount,ro', disk.folder]), /EROFS/],
];

it.for(spoilt)(
  'a hub whose own disk %s serves on, tells its log, and ends in order',
  async ([, spoil, code], context) => {
    const disk = SmallDisk.during(context, 2);
    const said: unknown[] = [];
    const log = { ...silentLog, error: (fields: { err?: unknown }) => void said.push(fields.err) };
    await add(disk.folder, 'North');
    const hub = await HubHere.start('http://127.0.0.1:9', [], { dataDir: disk.folder, log });
    spoil(disk);
    expect((await hub.json<{ stations: unknown[] }>('/api/fleet')).stations).toHaveLength(1);
    await hub.stop();
    expect(said.filter((error) => code.test(String(error)))).toHaveLength(2); // what was last heard, and what was used
  },
);

it('the rows of a station that stay are written down whole, or not at all', async (context) => {
  const disk = SmallDisk.during(context, 2);
  const kept = new KeptRows(disk.folder, 'north');
  async function* rows(megabytes: number) {
    for (let i = 0; i < megabytes * 64; i++) yield `${'x'.repeat(16 * 1024 - 1)}\n`;
  }
  const seal = { kept_from: 1, values: 7 };
  await expect(kept.keep(rows(3), seal)).rejects.toThrow(/ENOSPC/);
  expect([kept.isThere, readdirSync(disk.folder)]).toEqual([false, []]);
  await kept.keep(rows(1), seal);
  const pieces = kept.pieces();
  let [letters, step] = [0, await pieces.next()];
  for (; !step.done; step = await pieces.next()) letters += step.value.length;
  expect([letters, step.value]).toEqual([1024 * 1024, seal]);
  truncateSync(join(disk.folder, 'keeping-north.jsonl'), 500_000); // of another program, or a bad disk
  const torn = kept.pieces();
  let end = await torn.next();
  while (!end.done) end = await torn.next();
  expect(end.value).toBeNull();
});

it('a hub whose disk is full says so to who changes something', async () => {
  const error = Object.assign(new Error('write'), { code: 'ENOSPC' });
  expect(outOfOrder(error)).toMatchObject({ status: 507, message: expect.stringContaining('disk is full') });
});

it('a picture that cannot be read is none: the engine knows it all again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-picture-'));
  mkdirSync(join(folder, 'picture.json'));
  expect(new SpareFile(join(folder, 'picture.json')).read()).toBeUndefined();
  rmSync(folder, { recursive: true });
});
