import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { patience } from '../support/patience.ts';

const ROOT = join(import.meta.dirname, '../..');
const NEEDED = [
  'src',
  'scripts',
  'static',
  'bin',
  'dist',
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'tsconfig.json',
];
const CONFIGS = ['vite.node.config.ts', 'vite.renderer.config.ts', 'vite.fleet.config.ts', 'vite.pages.ts'];

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-dev-'));
let dev: ChildProcess;
afterAll(async () => {
  if (dev.exitCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  rmSync(scratch, { recursive: true, force: true });
});

/** One save of a file: each of them builds the program anew. */
const edit = (file: string, ...changes: [before: string, after: string][]): void => {
  const path = join(scratch, file);
  let text = readFileSync(path, 'utf8');
  for (const [before, after] of changes) {
    expect(text).toContain(before);
    text = text.replace(before, after);
  }
  writeFileSync(path, text);
};

it('npm run dev refuses what is no port, and one that another program has, in one sentence and before it builds', async () => {
  const start = (port: string) =>
    spawnSync(process.execPath, ['scripts/dev.mjs', port], { cwd: ROOT, encoding: 'utf8' });
  const refused = { status: 1, stdout: '' };
  expect(start('--help')).toMatchObject({ ...refused, stderr: '"--help" is no port: npm run dev [-- PORT]\n' });
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { status, stderr } = start(String((server.address() as AddressInfo).port));
  server.close();
  expect(stderr).toMatch(/^listen EADDRINUSE: .*; on another one: npm run dev -- PORT\n$/);
  expect(status).toBe(1);
});

it('npm run dev: one port shows the page and the station, and both follow an edit of the sources and of the words', async () => {
  // With all its times, so that nothing is stale that was not.
  execFileSync('cp', ['-a', ...[...NEEDED, ...CONFIGS].map((name) => join(ROOT, name)), scratch]);
  symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
  const port = await freePort();
  let said = '';
  dev = spawn(process.execPath, ['scripts/dev.mjs', String(port)], {
    cwd: scratch,
    env: { ...process.env, XDG_DATA_HOME: join(scratch, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout!, dev.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const shows = async (path: string, text: string): Promise<void> => {
    let answer = '';
    for (const waiting = patience(240_000); waiting() && dev.exitCode === null; ) {
      answer = await fetch(`http://localhost:${port}${path}`).then(
        (response) => response.text(),
        (error: unknown) => String(error), // not there yet, or between two stations
      );
      if (answer.includes(text)) return;
      await setTimeout(50);
    }
    throw new Error(`${path} never showed ${text}, but ${answer.slice(0, 500)}\n${said}`);
  };

  await shows('/', '<div id="app"');
  await shows('/api/events', ' started with the simulator');
  edit(
    'src/locales/en.json',
    ['} started with the {board', '} began with the {board'],
    ['"Methods"', '"Edited methods"'],
  );
  await shows('/api/events', ' began with the simulator');
  await shows(`/@fs${join(scratch, 'src/locales/made/en/page.ts')}`, 'Edited methods');
  edit('src/station/methods/pipeline.ts', ["'cpu_offset'],", "'edited_offset'],"]);
  await shows('/api/methods', 'edited_offset');

  // A station that is slow to write its last rows, held still here, is waited for.
  let station = 0; // as long as there is none: a signal to 0 goes to all that plays this test
  const children = `/proc/${dev.pid}/task/${dev.pid}/children`;
  await expect.poll(() => (station = Number(readFileSync(children, 'utf8').split(' ')[0]))).toBeGreaterThan(1);
  process.kill(station, 'SIGSTOP');
  dev.kill('SIGTERM');
  const ended = await Promise.race([once(dev, 'exit').then(() => 'ended'), setTimeout(3000, 'waits')]);
  process.kill(station, 'SIGCONT');
  expect(ended).toBe('waits');
  if (dev.exitCode === null) await once(dev, 'exit');
  expect(() => process.kill(station, 0)).toThrow('ESRCH');
});
