import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const launcher = join(root, 'bin/node.cjs');
const { findNode } = createRequire(import.meta.url)(launcher);
const scratch = mkdtempSync(join(tmpdir(), 'weatherglass läuncher '));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});
const file = (name: string, code: string): string => {
  writeFileSync(join(scratch, name), code);
  return join(scratch, name);
};

describe('launcher: every npm script', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  it.each(Object.entries(scripts))('%s goes through it, or through npm scripts that do', (_name, script) => {
    for (const command of script.split(' && '))
      expect(command).toMatch(/^(node bin\/node\.cjs (--lean )?[a-z]\S*( |$)|npm (run|test|ci|start)\b)/);
  });

  it('can be read by a Windows shell: no variables before a command', () => {
    for (const script of Object.values(scripts)) expect(script).not.toMatch(/(^|&& )\w+=|\||;|\$|'/);
  });
});

describe('launcher: which Node', () => {
  const modules = join(scratch, 'node_modules');
  const self = { version: '20.20.2', execPath: '/usr/bin/node', platform: 'linux', arch: process.arch };

  it('the package that npm brought, without its link in .bin and before any newer one', () => {
    for (const version of ['20.20.2', '26.10.0'])
      expect(findNode(join(root, 'node_modules'), { ...self, version })).toEqual({
        path: join(root, `node_modules/node-linux-${process.arch}/bin/node`),
      });
  });

  it('otherwise itself, when it is new enough', () => {
    for (const version of ['24.0.0', '26.10.0'])
      for (const platform of ['linux', 'darwin', 'win32'])
        expect(findNode(modules, { ...self, version, platform })).toEqual({ path: self.execPath });
  });

  it('otherwise one sentence that names version, platform and way out', () => {
    expect(findNode(modules, self).trouble).toBe(
      `Weatherglass needs Node 24 or newer, and this is Node 20.20.2 on linux ${process.arch}. Run "npm ci" in ${scratch}, which brings Node 24 along, then try again.`,
    );
    for (const [version, platform, arch] of [
      ['20.20.2', 'darwin', 'arm64'],
      ['20.20.2', 'win32', 'x64'],
      ['20.20.2', 'linux', 'arm'],
      ['18.20.8', 'linux', process.arch],
    ])
      expect(findNode(modules, { ...self, version, platform, arch }).trouble).toBe(
        `Weatherglass needs Node 24 or newer, and this is Node ${version} on ${platform} ${arch}. Install Node 24 or newer, then try again.`,
      );
  });
});

/** A Node that takes itself for an old one, which cannot exec. */
const anOldNode = file(
  'old.cjs',
  `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); process.execve = undefined;
   delete process.env.NODE_OPTIONS;`,
);
const ways: [string, Record<string, string>][] = [
  ['becoming the program', {}],
  ['in front of it, on an old Node', { NODE_OPTIONS: `--require ${JSON.stringify(anOldNode)}` }],
];

describe.skipIf(process.platform !== 'linux').each(ways)('launcher, %s', (_way, how) => {
  const env = { PATH: '/usr/bin:/bin', HOME: scratch, npm_lifecycle_event: 'start', ...how };
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, [launcher, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    return child;
  };
  const first = async (child: ChildProcess) => String((await once(child.stdout!, 'data'))[0]);

  it('hands over arguments and puts a Node of 24 or newer first on PATH', async () => {
    const show = file('show.cjs', 'console.log(JSON.stringify([process.argv.slice(2), process.env, process.version]))');
    for (const lean of [false, true]) {
      const [args, seen, version] = JSON.parse(
        await text(start(...(lean ? ['--lean'] : []), show, 'a b', '--lean').stdout),
      );
      expect(args).toEqual(['a b', '--lean']);
      expect(Number(version.slice(1).split('.')[0])).toBeGreaterThanOrEqual(24);
      const ours = join(root, `node_modules/node-linux-${process.arch}/bin/node`);
      expect(seen.PATH).toBe(`${dirname(ours)}:/usr/bin:/bin`);
      expect(seen.MALLOC_ARENA_MAX).toBe(lean ? '1' : undefined);
    }
  });

  it('ends as the program ends: with its code, or by its signal', async () => {
    const [code] = await once(start(file('seven.cjs', 'process.exit(7)')), 'exit');
    expect(code).toBe(7);
    const [, signal] = await once(start(file('killed.cjs', "process.kill(process.pid, 'SIGKILL')")), 'exit');
    expect(signal).toBe('SIGKILL');
  });

  const inOrder = file(
    'in-order.cjs',
    `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
       process.on(signal, () => { console.log(signal); setTimeout(() => process.exit(5), 100); });
     setInterval(() => {}, 1000); console.log('up');`,
  );

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('hands %s on, and waits for the end', async (signal) => {
    const child = start(inOrder);
    expect(await first(child)).toBe('up\n');
    child.kill(signal);
    expect(await text(child.stdout)).toBe(`${signal}\n`);
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(5);
  });

  it("stops the program in order when npm's shell is ended, which hands nothing on", async () => {
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${launcher}" "${inOrder}"; true`], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(shell);
    expect(await first(shell)).toBe('up\n');
    shell.kill('SIGTERM');
    expect(await text(shell.stdout)).toBe('SIGTERM\n');
  });

  it('says in one sentence that a tool is not there', async () => {
    const child = start('scripts/no-such.mjs');
    expect(await text(child.stderr)).toBe(
      `scripts/no-such.mjs is not installed. Run "npm ci" in ${root}, then try again.\n`,
    );
  });
});

it('the command itself hands over to the launcher on an old Node', async () => {
  const child = spawn(process.execPath, ['--require', anOldNode, join(root, 'bin/weatherglass.mjs'), '--version'], {
    env: { PATH: '/usr/bin:/bin', HOME: scratch },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(await text(child.stdout)).toMatch(/^weatherglass \d/);
});
