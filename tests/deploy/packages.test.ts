import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGES } from '../../scripts/dist-deb.mjs';
import { debianPackage } from '../../src/main/release/debian-package.ts';
import { keepPackage } from '../../src/main/release/dpkg.ts';
import { realHost } from '../../src/main/release/host.ts';
import { DEPLOY, has, placed, put, scratch, scratchOfEach, TELLS, text } from './scratch.ts';

scratchOfEach();

describe('the program of a package', () => {
  const run = () =>
    spawnSync(placed('debian/weatherglass/usr/lib/weatherglass/run', 'program'), ['serve'], { encoding: 'utf8' });
  it('is the installed one, or the kept one while the installed may be half of one', () => {
    put('usr/lib/weatherglass/node', TELLS);
    expect(run().stdout).toMatch(
      /^\S+\/usr\/lib\/weatherglass\/node \S+\/usr\/lib\/weatherglass\/app\/bin\/weatherglass.mjs serve\n$/,
    );
    put('var/cache/weatherglass/use-kept', '');
    expect(run().stdout).not.toContain('kept'); // none is kept: the cache was emptied
    put(`var/cache/weatherglass/kept${scratch}/usr/lib/weatherglass/node`, TELLS);
    expect(run().stdout).toContain('/var/cache/weatherglass/kept');
  });
  it('of the guard is the kept one, once the version that is installed has been kept', () => {
    put('usr/lib/weatherglass/node', TELLS);
    const guard = () => spawnSync(placed('guard.sh', 'guard'), { encoding: 'utf8' }).stdout;
    put(`var/cache/weatherglass/kept${scratch}/usr/lib/weatherglass/node`, TELLS);
    expect(guard()).not.toContain('kept'); // of an upgrade before
    put('var/cache/weatherglass/upgrade.json', '{}');
    expect(guard()).toMatch(/\/kept\S+ \S+\/kept\S+ upgrade --resume --package=weatherglass\n$/);
  });
});

describe('a purge', () => {
  /** Every folder and file that a hub makes, as its units, scripts and tmpfiles.d name them. */
  const OF_HUB = [
    ...readdirSync(join(DEPLOY, 'hub')).flatMap((name) => [
      ...[...text(`hub/${name}`).matchAll(/^StateDirectory=(\S+)/gm)].map(([, folder]) => `/var/lib/${folder}`),
      ...[...text(`hub/${name}`).matchAll(/ --to (\/\S+) /g)].map(([, folder]) => folder!),
    ]),
    ...[...text('debian/weatherglass-hub/usr/lib/tmpfiles.d/weatherglass-hub.conf').matchAll(/^d (\S+)/gm)].map(
      (one) => one[1]!,
    ),
    ...[...text('debian/weatherglass-hub/usr/lib/weatherglass-hub/nginx.sh').matchAll(/^(?:site|logins)=(\S+)/gm)].map(
      (one) => one[1]!,
    ),
    '/etc/nginx/sites-enabled/weatherglass-fleet',
    '/var/lib/weatherglass-hub.before-20260101T000000Z',
    '/var/lib/weatherglass-engine.before-20260101T000000Z',
    '/var/lib/weatherglass-hub.new',
    '/var/lib/weatherglass-engine.new',
  ];
  const purge = (answer: boolean) => {
    for (const path of OF_HUB) put(`${path}/x`, '');
    put(
      'usr/share/debconf/confmodule',
      `db_fset() { :; }; db_input() { :; }; db_go() { :; }; db_purge() { :; }; db_get() { RET=${answer}; }\n`,
    );
    put('bin/deb-systemd-helper', '#!/bin/sh\n');
    const postrm = placed('debian/maintainer/postrm', 'postrm', {
      NAME: 'weatherglass-hub',
      ...PACKAGES['weatherglass-hub'].marks,
    });
    const env = { PATH: `${join(scratch, 'bin')}:${process.env['PATH']}` };
    expect(spawnSync(postrm, ['purge'], { env, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    return OF_HUB.filter((path) => existsSync(join(scratch, path)));
  };
  it('with a yes leaves nothing of a hub: no readings, no backups, no logins, no site of nginx', () => {
    expect(OF_HUB.length).toBeGreaterThanOrEqual(9);
    expect(purge(false)).toEqual(OF_HUB);
    expect(purge(true)).toEqual([]);
  });
  it.each(Object.entries(PACKAGES))('of %s asks about every folder of measurements that it deletes', (_, { marks }) => {
    const asked = `${marks.DATA}, ${marks.ETC}`.split(', ');
    const deleted = marks.ALL_DATA.split(' ').filter((path) => !/\.before|\.new|sites-/.test(path));
    expect(asked.sort()).toEqual(deleted.sort());
  });
});

describe.skipIf(!has('dpkg'))('the package that is installed', () => {
  const prerm = () => placed('debian/maintainer/prerm', 'prerm', { NAME: 'weatherglass', VERSION: '1.1.5' });
  it('refuses the next one, and stops nothing, where its guard does not start', () => {
    mkdirSync(join(scratch, 'run/systemd/system'), { recursive: true });
    put('usr/lib/weatherglass/run', '#!/bin/sh\nexit 0\n');
    put('bin/systemctl', '#!/bin/sh\nexit 1\n');
    put('bin/deb-systemd-invoke', `#!/bin/sh\necho "$*" >${scratch}/told\n`);
    const env = { PATH: `${join(scratch, 'bin')}:${process.env['PATH']}` };
    const { status, stderr } = spawnSync(prerm(), ['upgrade', '1.2.0'], {
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('weatherglass-upgrade.service does not start')]);
    expect(existsSync(join(scratch, 'told')) || existsSync(join(scratch, 'var/cache/weatherglass/keeping'))).toBe(
      false,
    );
  });
  it('refuses an older one before it keeps anything: the way back stays that of before', () => {
    const upgrade = (to: string) => spawnSync(prerm(), ['upgrade', to], { encoding: 'utf8' });
    expect(upgrade('1.1.0')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('1.1.0 is older than the installed 1.1.5'),
    });
    expect(upgrade('1.1.5~rc1').status).toBe(1);
    for (const to of ['1.1.5', '1.2.0']) expect(upgrade(to).status).toBe(0);
    put('var/cache/weatherglass/upgrade.json', '{"wrong":"it keeps crashing"}');
    expect(upgrade('1.1.0').status).toBe(0); // the guard brings it
  });
});
if (!has('dpkg')) console.warn('*** The order of versions was NOT checked: dpkg is not installed');

it('a package is kept without the settings that its owner may change: dpkg would take them for its own', async () => {
  const pkg = debianPackage('weatherglass', scratch);
  put('etc/default/weatherglass', 'WEATHERGLASS_SERVER__PORT=8123\n');
  put('usr/lib/weatherglass/run', TELLS);
  const own = join(scratch, 'etc/default/weatherglass');
  const run = join(scratch, 'usr/lib/weatherglass/run');
  put(
    'bin/dpkg-query',
    `#!/bin/sh\ncase $* in *Conffiles*) printf '\\n ${own} 0123456789abcdef0123456789abcdef obsolete\\n' ;; -L*) printf '/.\\n${own}\\n${run}\\n' ;; *) printf 'Package: weatherglass\\nStatus: install ok installed\\n' ;; esac\n`,
  );
  put('var/lib/dpkg/info/weatherglass.conffiles', `${own}\n`);
  put('var/lib/dpkg/info/weatherglass.prerm', TELLS);
  put('var/cache/weatherglass/x', '');
  const host = realHost(() => undefined);
  const env = `PATH=${join(scratch, 'bin')}:${process.env['PATH']}`;
  await keepPackage({ ...host, run: (program, args, limitS) => host.run('env', [env, program, ...args], limitS) }, pkg);
  const kept = readdirSync(pkg.kept, { recursive: true, encoding: 'utf8' });
  expect(kept).toContain(run.slice(1));
  expect(kept).toContain('DEBIAN/prerm');
  expect(kept.filter((path) => /etc\/default\/weatherglass$|conffiles/.test(path))).toEqual([]);
});

it('the window opens the page as a wall, where the station says that it listens', () => {
  put('bin/chromium', TELLS);
  const window = placed('debian/weatherglass-kiosk/usr/lib/weatherglass-kiosk/window', 'window');
  for (const [host, url] of [
    ['0.0.0.0', 'http://127.0.0.1:8123/?kiosk=1'],
    ['::1', 'http://[::1]:8123/?kiosk=1'],
    ['192.168.1.4', 'http://192.168.1.4:8123/?kiosk=1'],
  ]) {
    put('run/weatherglass/address.json', JSON.stringify({ host, port: 8123, dataDir: '/x' }));
    put('.local/share/weatherglass-window/SingletonLock', 'another name of this machine');
    const env = { PATH: `${join(scratch, 'bin')}:/usr/bin:/bin`, HOME: scratch };
    expect(spawnSync(window, { env, encoding: 'utf8' }).stdout).toContain(`--app=${url} --start-fullscreen`);
    expect(readdirSync(join(scratch, '.local/share/weatherglass-window'))).toEqual([]);
  }
});

it.skipIf(!has('shellcheck'))('shellcheck has nothing to say about any script', () => {
  const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const scripts = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => /^#!.*sh\b/.test(readFileSync(file, 'utf8')));
  expect(scripts.length).toBeGreaterThan(15);
  expect(spawnSync('shellcheck', scripts, { encoding: 'utf8' }).stdout).toBe('');
});

it('the completion knows every command', () => {
  const commands = [...text('../src/main/cli.ts').matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name!);
  const [, known] = /commands='(.*?)'/.exec(
    text('debian/weatherglass/usr/share/bash-completion/completions/weatherglass'),
  )!;
  expect(known!.split(' ').sort()).toEqual([...commands, 'help'].sort());
});

it('every program, unit and setting that a package names lies in deploy', () => {
  const scripts = ['config', 'postinst', 'prerm', 'postrm'].map((name) => join(DEPLOY, 'debian/maintainer', name));
  for (const script of scripts) expect(existsSync(script), script).toBe(true);
  const units = [...readdirSync(DEPLOY), ...readdirSync(join(DEPLOY, 'hub')).map((name) => `hub/${name}`)].filter(
    (name) => name.endsWith('.service'),
  );
  for (const unit of units)
    for (const [, path] of text(unit).matchAll(
      /^Exec\w+=[-+]*(\/usr\/lib\/(?:weatherglass|weatherglass-hub)\/\S+)/gm,
    )) {
      const name = path!.split('/')[3]!;
      const places = [
        `debian/${name}${path}`,
        `hub/${path!.split('/')[4]}`,
        ...(path!.endsWith('/guard') ? ['guard.sh'] : []),
      ];
      expect(
        places.some((place) => existsSync(join(DEPLOY, place))),
        `${unit} starts ${path}`,
      ).toBe(true);
    }
});

it.skipIf(!has('systemd-analyze'))('systemd knows every line of the station’s unit and calls its exposure low', () => {
  const unit = join(scratch, 'weatherglass.service');
  writeFileSync(unit, text('weatherglass.service'));
  chmodSync(unit, 0o644);
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
  expect(stderr).not.toMatch(/unknown|ignoring|invalid/i);
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2.1);
});
if (!has('systemd-analyze')) console.warn('*** The units were NOT checked: systemd-analyze is not installed');
