import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const { builds, folder } = vi.hoisted(() => ({ builds: [] as (string | undefined)[], folder: { path: '' } }));
vi.mock('vite', () => ({
  build: () => {
    builds.push(process.env['NODE_ENV']);
    return Promise.resolve();
  },
}));
vi.mock('../../scripts/root.mjs', () => ({
  get root() {
    return folder.path;
  },
}));

/** What is said to whoever waits for a build. */
const said = vi.spyOn(process.stderr, 'write');
beforeEach(() => void said.mockReset().mockReturnValue(true));
afterAll(() => rmSync(folder.path, { recursive: true, force: true }));

const touch = (file: string, tS?: number) => {
  const path = join(folder.path, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  if (tS !== undefined) utimesSync(path, tS, tS);
};

it('a build is one for use, whatever NODE_ENV the shell that asks for it has', async () => {
  // Longer than 108 bytes, the most that the name of the lock's socket can have.
  folder.path = mkdtempSync(join(tmpdir(), 'weatherglass-build-'.padEnd(120, 'x')));
  const files = ['vite.node.config.ts', 'vite.renderer.config.ts', 'vite.fleet.config.ts', 'vite.pages.ts'];
  for (const file of [...files, 'src/main/x.ts', 'static/x', 'package.json', 'package-lock.json']) touch(file);
  const { buildStale } = await import('../../scripts/build.mjs');
  vi.stubEnv('NODE_ENV', 'development');
  await buildStale();
  expect(builds).toEqual(['production', 'production', 'production']);
  expect(process.env['NODE_ENV']).toBe('development');
  expect(said.mock.calls.join('')).toMatch(/^building main … .* s\nbuilding renderer … .* s\nbuilding fleet … .* s\n$/);
  vi.unstubAllEnvs();
});

it.each([
  ['a room that is new', 'src/new-room/deep/x.ts', 3],
  ['what everybody stands on', 'src/base/x.ts', 3],
  ['the settings', 'src/config/x.ts', 1],
  ['the page', 'src/renderer/x.tsx', 2],
  ['nothing', null, 0],
])('an edit of %s builds anew what holds it', async (_, file, count) => {
  const { buildStale } = await import('../../scripts/build.mjs');
  // A stamp has whole milliseconds, a file system less: what was taken away in the same one would count as newer.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await buildStale();
  builds.length = 0;
  // A second ahead of the stamp: file systems and clocks round.
  if (file) touch(file, statSync(join(folder.path, 'dist/.fleet-built')).mtimeMs / 1000 + 1);
  await buildStale();
  expect(builds).toHaveLength(count);
  rmSync(join(folder.path, 'src/new-room'), { recursive: true, force: true });
  if (file?.startsWith('src/') && !file.includes('new-room')) rmSync(join(folder.path, file));
});

it('waits for another build of the same folder, then builds only what that one has left stale', async () => {
  const { buildStale } = await import('../../scripts/build.mjs');
  for (const name of ['main', 'renderer', 'fleet']) touch(`dist/.${name}-built`, Date.parse('2100-01-01') / 1000);
  touch('dist/.main-built', Date.parse('2000-01-01') / 1000);
  builds.length = 0;
  await Promise.all([buildStale(), buildStale()]);
  expect(builds).toHaveLength(1);
  expect(said.mock.calls.join('')).toContain('waiting for a build');
});

it('an error of the bundler stands alone: what compresses the bundle listens to none', () => {
  const asked = `import('./vite.pages.ts').then(() => console.log(process.listenerCount('uncaughtException')))`;
  const cwd = join(import.meta.dirname, '../..');
  expect(execFileSync(process.execPath, ['-e', asked], { cwd, encoding: 'utf8' })).toBe('0\n');
});
