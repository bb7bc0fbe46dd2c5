import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Layout } from '../../../src/main/release/layout.ts';
import { stage } from '../../../src/main/release/stage.ts';
import { unpack } from '../../../src/main/release/unpack.ts';
import { UserError } from '../../../src/main/user-error.ts';
import fc from '../../support/drawn.ts';
import { FakeMachine } from '../../support/fake-machine.ts';

let scratch: string;
let into: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'unpack-'));
  into = join(scratch, 'into');
  mkdirSync(into);
});
afterEach(() => rmSync(scratch, { recursive: true }));

interface Entry {
  name: string;
  type?: string;
  mode?: number;
  text?: string;
  /** What its header says, where that is not the truth. */
  bytes?: number;
}

/** One member as the format has it: whatever tar itself would never write. */
function member({ name, type = '0', mode = 0o644, text = '', bytes = text.length }: Entry): Buffer {
  const head = Buffer.alloc(512);
  head.write(name.slice(0, 100), 0);
  head.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  head.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  head.write(type, 156);
  if (type === '1' || type === '2') head.write('/etc/passwd', 157);
  head.write('ustar\0', 257);
  head.fill(' ', 148, 156);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(text.length / 512) * 512);
  body.write(text);
  return Buffer.concat([head, body]);
}
function tarball(...entries: Entry[]): string {
  const file = join(scratch, 'given.tar.gz');
  writeFileSync(file, gzipSync(Buffer.concat([...entries.map(member), Buffer.alloc(1024)])));
  return file;
}
const outside = () => readdirSync(scratch).sort();

describe('a tarball is unpacked', () => {
  it.each(['gnu', 'ustar', 'pax', 'v7'])(
    'as tar itself would, names of any length too, from the format %s',
    async (format) => {
      const long = format === 'gnu' || format === 'pax' ? 'x'.repeat(120) : 'x'.repeat(40);
      mkdirSync(join(scratch, `tree/${long}/deeper`), { recursive: true });
      for (const [name, text] of [
        ['node', 'N'.repeat(1500)],
        ['empty', ''],
        [`${long}/deeper/ä`, 'text'],
      ] as const)
        writeFileSync(join(scratch, 'tree', name), text);
      chmodSync(join(scratch, 'tree/node'), 0o700);
      spawnSync('tar', ['-C', scratch, `--format=${format}`, '-czf', join(scratch, 'a.tar.gz'), 'tree']);
      await unpack(join(scratch, 'a.tar.gz'), into);
      expect(spawnSync('diff', ['-r', join(scratch, 'tree'), into], { encoding: 'utf8' })).toMatchObject({ status: 0 });
      expect(statSync(join(into, 'node')).mode & 0o7777).toBe(0o755);
      expect(statSync(join(into, 'empty')).mode & 0o7777).toBe(0o644);
    },
  );

  it.each([
    ['a way out', { name: 'w/../../out' }, 'would write outside its folder'],
    ['an absolute name', { name: '/tmp/out' }, 'would write outside its folder'],
    ['a link', { name: 'w/link', type: '2' }, 'has a link'],
    ['a hard link', { name: 'w/link', type: '1' }, 'has a link'],
    ['a device', { name: 'w/null', type: '3' }, 'has a device'],
    ['a pipe', { name: 'w/pipe', type: '6' }, 'has a pipe'],
    ['a sparse file', { name: 'w/sparse', type: 'S' }, 'has something unknown'],
    ['a set-uid bit', { name: 'w/sh', mode: 0o4755 }, 'set-uid'],
    ['a file beside its folder', { name: 'out' }, 'outside its one folder'],
    ['a name without end', { name: 'w', type: 'L', bytes: 1e9 }, 'has a file name that is too long'],
    ['a second length', { name: 'w', type: 'x', text: '13 size=9999\n' }, 'an entry that no release has'],
    ['less than it says', { name: 'w/short', text: 'x', bytes: 9999 }, 'is cut short'],
  ])('but not one with %s', async (_what, entry: Entry, why) => {
    const before = outside();
    await expect(unpack(tarball({ name: 'w/', type: '5' }, entry), into)).rejects.toThrow(why);
    await expect(unpack(tarball(entry), into)).rejects.toBeInstanceOf(UserError);
    expect(outside()).toEqual([...before, 'given.tar.gz'].sort());
    expect(readdirSync(into)).not.toContain('link');
  });

  it('but not one that would fill the disk, by bytes or by names', async () => {
    const zeros = join(scratch, 'bomb.tar.gz');
    const head = member({ name: 'w/zeros', bytes: 20e6 });
    writeFileSync(zeros, gzipSync(Buffer.concat([head, Buffer.alloc(20e6)]), { level: 1 }));
    await expect(unpack(zeros, into, { bytes: 1e6, entries: 10 })).rejects.toThrow(
      'bomb.tar.gz holds more than 1 MB: this is no release of Weatherglass.',
    );
    expect(statSync(join(into, 'zeros')).size).toBeLessThan(1.1e6);
    const many = tarball(...Array.from({ length: 11 }, (_, i) => ({ name: `w/${i}/`, type: '5' })));
    await expect(unpack(many, into, { bytes: 1e6, entries: 10 })).rejects.toThrow('more than 10 files and folders');
  });

  it('but not one with the same name twice, or a file where a folder is', async () => {
    const twice = tarball({ name: 'w/a', text: 'one' }, { name: 'w/a', text: 'two' });
    await expect(unpack(twice, into)).rejects.toThrow('has the same file twice');
    await expect(unpack(tarball({ name: 'w/b' }, { name: 'w/b/c' }), into)).rejects.toBeInstanceOf(UserError);
  });

  it('or refused with a sentence, whatever a bad card made of its bytes', async () => {
    const whole = readFileSync(
      tarball({ name: 'w/', type: '5' }, { name: 'w/a', text: 'text'.repeat(200) }, { name: 'w/b' }),
    );
    const file = join(scratch, 'bad.tar.gz');
    const damage = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255), end: fc.nat(whole.length) });
    let n = 0;
    await fc.assert(
      fc.asyncProperty(damage, fc.boolean(), async ({ at, byte, end }, cut) => {
        const bytes = Buffer.from(whole);
        bytes[at] = byte;
        writeFileSync(file, cut ? bytes.subarray(0, end) : bytes);
        const target = join(into, String(n++));
        mkdirSync(target);
        await unpack(file, target).catch((error: unknown) => expect(error).toBeInstanceOf(UserError));
      }),
      { numRuns: 80, seed: 7 },
    );
  });
});

describe('what is brought among the releases', () => {
  let machine: FakeMachine;
  let tree: string;
  const options = { keys: [], allowUnsigned: true };
  beforeEach(() => {
    machine = new FakeMachine();
    tree = machine.staged({ version: '1.5.0' });
  });
  afterEach(() => machine.remove());
  const bring = (source: string) => stage(new Layout(join(scratch, 'root')), source, options);

  it('has rights of ours, whatever it came with, and nothing of a refused one is left', async () => {
    chmodSync(join(tree, 'node'), 0o6777);
    chmodSync(join(tree, 'release.json'), 0o606);
    const staged = await bring(tree);
    const rights = (name: string) => (statSync(join(staged, name)).mode & 0o7777).toString(8);
    expect(['.', 'node', 'release.json', 'deploy'].map(rights)).toEqual(['755', '755', '644', '755']);
    symlinkSync(tree, join(scratch, 'by-another-name'));
    rmSync(staged, { recursive: true });
    const again = await bring(join(scratch, 'by-another-name'));
    symlinkSync('/etc/passwd', join(tree, 'app/link'));
    await expect(bring(tree)).rejects.toThrow('app/link is a link; a release has only files and folders');
    spawnSync('mkfifo', [join(tree, 'app/link2')]);
    rmSync(join(tree, 'app/link'));
    await expect(bring(tree)).rejects.toThrow('is a device or a pipe');
    expect(readdirSync(join(scratch, 'root/opt/weatherglass/releases'))).toEqual([again.split('/').at(-1)]);
  });

  it('is what it needs room for: what a kill left in the middle of one goes before the next', async () => {
    const layout = new Layout(join(scratch, 'root'));
    layout.make();
    for (const name of ['.taken-abc', '.incoming-def', '1.0.0']) mkdirSync(layout.release(name));
    layout.clearBrokenOff();
    expect(readdirSync(layout.releases)).toEqual(['1.0.0']);
  });

  it('is no folder that is none of ours, and is not even copied to see that', async () => {
    await expect(bring('/usr')).rejects.toThrow('/usr is no release of Weatherglass');
    writeFileSync(join(tree, 'release.json'), '{"version":');
    await expect(bring(tree)).rejects.toThrow('release.json is not valid');
    writeFileSync(join(tree, 'release.json'), ' '.repeat(300_000));
    await expect(bring(tree)).rejects.toThrow('is too large');
    // The version names its folder below /opt.
    writeFileSync(join(tree, 'release.json'), '{"version":"1.0.0/../../../../etc/systemd","schema":1,"arch":"x64"}');
    await expect(bring(tree)).rejects.toThrow('release.json is not valid');
  });

  it('is the file as it was when it was taken: a pipe is none, and what changes meanwhile is not looked at twice', async () => {
    const pipe = join(scratch, 'weatherglass-1.5.0-x64.tar.gz');
    spawnSync('mkfifo', [pipe]);
    await expect(bring(pipe)).rejects.toThrow('is not a regular file');
    rmSync(pipe);
    spawnSync('tar', ['-C', join(tree, '..'), '-czf', pipe, tree.split('/').at(-1)!]);
    const good = bring(pipe);
    writeFileSync(pipe, 'another program'); // before the first turn of anything that waits
    expect(readFileSync(join(await good, 'release.json'), 'utf8')).toContain('1.5.0');
  });
});
