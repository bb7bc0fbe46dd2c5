import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dispatch } from '../../../src/main/cli.ts';
import { finishFirst } from '../../../src/main/commands/upgrade.ts';
import { EXIT } from '../../../src/main/exit-codes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function said(...args: string[]): Promise<[number, string]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io = { stdout, stderr, env: {} } as unknown as Parameters<typeof dispatch>[1];
  const code = await dispatch(args, io);
  return [code, String(stderr.read() ?? '') + String(stdout.read() ?? '')];
}

it.each([
  [
    ['--resume', '--root', 'DIR'],
    '--resume finishes an interrupted upgrade of this machine; --root is only for the installer',
  ],
  [['--resume', 'FILE'], '"FILE" was given'],
  [['--root', 'DIR', 'FILE'], '--root is only for the installer, and needs --station'],
  [['--station', '/nowhere.json', 'FILE'], 'The file for --station, /nowhere.json, does not exist'],
])('upgrade %j is a slip, and nothing is begun', async (args, why) => {
  const [code, text] = await said('upgrade', ...args.map((arg) => (arg === 'DIR' ? folder : arg)));
  expect([code, text]).toEqual([EXIT.usage, expect.stringContaining(why)]);
  expect(readdirSync(folder)).toEqual([]);
});

it('neither a Ctrl-C nor a terminal that is gone ends an upgrade in the middle, and leaves the station standing still', () => {
  const lines: string[] = [];
  const before = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT');
  const terminal = new PassThrough() as unknown as NodeJS.WriteStream;
  terminal.on('error', () => {
    throw new Error('a command that only prints ends here');
  });
  try {
    for (let i = 0; i < 2; i++) finishFirst({ say: (line) => lines.push(line) }, [terminal]);
    process.emit('SIGINT');
    expect(lines).toEqual([
      'the upgrade cannot stop halfway. Wait: it ends by itself, and goes back if the new version fails',
    ]);
    terminal.emit('error', Object.assign(new Error('write EIO'), { code: 'EIO' }));
  } finally {
    process.removeAllListeners('SIGINT');
    for (const listener of before) process.on('SIGINT', listener);
  }
});
