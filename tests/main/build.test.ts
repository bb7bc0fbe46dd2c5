import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';

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

afterAll(() => rmSync(folder.path, { recursive: true, force: true }));

it('a build is one for use, whatever NODE_ENV the shell that asks for it has', async () => {
  folder.path = mkdtempSync(join(tmpdir(), 'weatherglass-build-'));
  const sources = 'contract quantities words station connections server hub main renderer'.split(' ');
  const files = ['vite.node.config.ts', 'vite.renderer.config.ts', 'vite.fleet.config.ts', 'vite.pages.ts'];
  for (const file of [
    ...sources.map((name) => `src/${name}/x.ts`),
    ...files,
    'static/x',
    'package.json',
    'CHANGELOG.md',
  ]) {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    writeFileSync(join(folder.path, file), '');
  }
  const { buildStale } = await import('../../scripts/build.mjs');
  vi.stubEnv('NODE_ENV', 'development');
  await buildStale();
  expect(builds).toEqual(['production', 'production', 'production']);
  expect(process.env['NODE_ENV']).toBe('development');
  vi.unstubAllEnvs();
});
