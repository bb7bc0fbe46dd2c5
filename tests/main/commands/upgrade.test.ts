import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatch } from '../../../src/main/cli.ts';
import { EXIT } from '../../../src/main/command.ts';
import { upgradeToWanted } from '../../../src/main/commands/upgrade.ts';
import { type DebianPackage, debianPackage } from '../../../src/main/release/debian-package.ts';

async function said(...args: string[]): Promise<[number, string]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io = { stdout, stderr, env: {} } as unknown as Parameters<typeof dispatch>[1];
  const code = await dispatch(args, io);
  return [code, String(stderr.read() ?? '') + String(stdout.read() ?? '')];
}

it.each([
  [['upgrade', '--package=nginx', '--check'], '--package is nginx, expected weatherglass or weatherglass-hub'],
  [['upgrade', '--allow-unsigned'], '--allow-unsigned'],
  [['rollback', '--wait'], '--wait'],
  [['upgrade', '--check', 'other.deb'], 'takes no more words; "other.deb" was given'],
])('%j is a slip, and nothing is begun', async (args, why) => {
  expect(await said(...args)).toEqual([EXIT.usage, expect.stringContaining(why)]);
});

describe('upgrade --wanted', () => {
  let root: string;
  let pkg: DebianPackage;
  const put = (path: string, text: string) => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
  };
  /** Stand-in of apt: notes what it is told, installs a version that it has, and leaves the outcome that the guard would. */
  const apt = () => `#!/bin/sh
echo "$@" >> ${root}/apt.log
[ "$1" = update ] && exit 0
case "$*" in *weatherglass=1.5.0) ;; *) exit 100 ;; esac
echo '{"version":"1.5.0","schema":4}' > ${pkg.home}/release.json
`;
  const asked = () =>
    existsSync(join(root, 'apt.log')) ? readFileSync(join(root, 'apt.log'), 'utf8').split('\n') : [];
  const wants = (text: string) => put(join(root, 'data/wanted-version'), text);
  async function run(): Promise<[number | string, string]> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const io = { stdout, stderr, env: {} } as unknown as Parameters<typeof upgradeToWanted>[0];
    const code = await upgradeToWanted(io, pkg).catch((error: Error) => error.message);
    return [code, String(stdout.read() ?? '')];
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'weatherglass-wanted-'));
    pkg = debianPackage('weatherglass', root);
    put(join(pkg.home, 'release.json'), '{"version":"1.2.0","schema":4}');
    put(join(pkg.home, 'station.json'), JSON.stringify({ user: 'weatherglass', env: {} }));
    const address = { version: 1, host: '127.0.0.1', port: 8000, dataDir: join(root, 'data') };
    put(join(root, 'run/weatherglass/address.json'), JSON.stringify(address));
    put(join(root, 'bin/apt-get'), apt());
    put(join(root, 'bin/runuser'), '#!/bin/sh\nshift 3\nexec "$@"\n'); // runuser -u USER -- COMMAND
    vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env['PATH']}`);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  });

  it('has apt install exactly the version that the fleet asks for', async () => {
    wants('1.5.0\n');
    expect(await run()).toEqual([EXIT.done, '']);
    expect(asked()).toEqual([
      'update -qq',
      'install -y -oDPkg::Lock::Timeout=300 -oDpkg::Options::=--force-confold --only-upgrade weatherglass=1.5.0',
      '',
    ]);
    expect(pkg.installed?.version).toBe('1.5.0');
    expect(await run()).toEqual([EXIT.done, '']); // the next hour
    expect(asked()).toHaveLength(3);
  });

  it.each([
    ['nothing is asked for', null],
    ['it is the one that runs', '1.2.0\n'],
    ['the file is no version', '1.5.0; reboot\n'],
    ['the file is an option of apt', '--allow-downgrades\n'],
  ])('asks apt nothing where %s', async (_, text) => {
    if (text !== null) wants(text);
    expect(await run()).toEqual([EXIT.done, '']);
    expect(asked()).toEqual([]);
  });

  it('installs no version again that was taken back here, though apt would', async () => {
    wants('1.5.0\n');
    put(pkg.pinFile, 'Package: weatherglass\nPin: version 1.5.0\nPin-Priority: -1\n');
    const [code, told] = await run();
    expect([code, told]).toEqual([EXIT.done, expect.stringContaining('1.5.0 did not measure here')]);
    expect(asked()).toEqual([]);
  });

  it('says so where no repository that the owner trusts has it', async () => {
    wants('1.6.0\n');
    expect(await run()).toEqual(['apt did not install 1.6.0; the lines above say why.', '']);
    expect(pkg.installed?.version).toBe('1.2.0');
  });

  it('ends with what the guard said of it', async () => {
    wants('1.5.0\n');
    const outcome = '{"good":false,"text":"1.5.0 did not measure. 1.2.0 measures again."}';
    put(join(root, 'bin/apt-get'), `${apt()}mkdir -p ${pkg.cache}\necho '${outcome}' > ${pkg.outcomeFile}\n`);
    expect(await run()).toEqual([EXIT.refused, '']);
  });
});
