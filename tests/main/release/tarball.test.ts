import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packRelease } from '../../../scripts/release-tarball.mjs';
import { Layout } from '../../../src/main/release/layout.ts';
import { stage } from '../../../src/main/release/stage.ts';
import { readRelease } from '../../../src/main/release/tree.ts';
import { upgrade } from '../../../src/main/release/upgrade.ts';
import { FakeMachine } from '../../support/fake-machine.ts';

let folder: string;
let machine: FakeMachine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tarball-'));
  machine = new FakeMachine();
  renameSync(machine.staged({ version: '1.5.0' }), join(machine.root, 'tree'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  machine.remove();
});

it('is unpacked by the program it was packed for, and made of the same bytes each time', async () => {
  const files = ['weatherglass-1.5.0-x64.tar.gz', 'again.tar.gz'].map((name) => join(folder, name));
  for (const file of files) packRelease(join(machine.root, 'tree'), '1.5.0', file);
  expect(readFileSync(files[0]!).equals(readFileSync(files[1]!))).toBe(true);
  const options = { keys: [], allowUnsigned: true };
  const staged = await stage(new Layout(folder), files[0]!, options);
  expect(readRelease(staged)).toMatchObject({ version: '1.5.0' });
});

it('an AppImage takes the commands of the present release along, and is no other version for that', async () => {
  const { layout } = machine;
  const station = { waitS: 60, allowOlder: false, record: machine.record('kiosk') };
  await upgrade(machine, layout, machine.staged({ version: '1.5.0' }, true), station);
  for (const version of ['1.6.0', '1.7.0']) {
    const file = join(folder, `weatherglass-${version}-x86_64.AppImage`);
    writeFileSync(file, 'the window');
    const staged = await stage(layout, file, { keys: [], allowUnsigned: true });
    writeFileSync(join(staged, 'behaviour.json'), JSON.stringify({ version }));
    const { run } = machine; // the commands are 1.5.0's, whatever the window is
    machine.run = async (program, args) =>
      args.at(-1) === '--version' ? { code: 0, out: 'weatherglass 1.5.0' } : run.call(machine, program, args);
    expect(await upgrade(machine, layout, staged, station)).toMatchObject({ good: true });
    expect(layout.current).toBe(version);
  }
});
