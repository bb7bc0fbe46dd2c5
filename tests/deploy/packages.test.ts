import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PACKAGES } from '../../scripts/dist-deb.mjs';
import { debianPackage } from '../../src/main/release/debian-package.ts';
import { keepPackage } from '../../src/main/release/dpkg.ts';
import { realHost } from '../../src/main/release/host.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const text = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
const has = (program: string) => spawnSync('which', [program]).status === 0;

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'packages-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

/** A file of a package with its places below the scratch folder, as a program. */
function placed(path: string, name: string, marks: Record<string, string> = { NAME: 'weatherglass' }): string {
  const file = join(scratch, name);
  const moved = text(path)
    .replaceAll(/@([A-Z_]+)@/g, (mark, name) => marks[name] ?? mark)
    .replaceAll(
      /(?<![\w.$/}])\/(etc|opt|run|usr\/(?:lib|local|share)|var\/(?:backups|cache|lib))\//g,
      `${scratch}/$1/`,
    );
  writeFileSync(file, moved, { mode: 0o755 });
  return file;
}
const put = (path: string, content: string) => {
  mkdirSync(join(scratch, path, '..'), { recursive: true });
  writeFileSync(join(scratch, path), content, { mode: 0o755 });
};
const TELLS = '#!/bin/sh\necho "$0 $*"\n';

describe('the command of the hub’s package', () => {
  it.each([
    ['erase north --yes', 'hub erase --engine http://127.0.0.1:8428 north --yes'],
    ['keep --days 30 -- -north', 'hub keep --engine http://127.0.0.1:8428 --days 30 -- -north'],
    [
      'export --from 2026-01-01 --to 2026-02-01',
      'hub export --engine http://127.0.0.1:8428 --from 2026-01-01 --to 2026-02-01',
    ],
    ['alerts --test', 'hub alerts --test --alerts /etc/weatherglass-hub/alerts.yaml'],
    ['wave 1.5.0', 'hub wave 1.5.0'],
    ['token add prometheus', 'hub token add prometheus'],
    ['rotate -- -north', 'hub rotate -- -north'],
  ])('%s runs as the hub’s user, on its folder and database', (words, told) => {
    put('bin/runuser', '#!/bin/sh\necho "as $2"\nshift 3\nexec "$@"\n');
    put('usr/lib/weatherglass-hub/run', '#!/bin/sh\necho "$0 $* in $WEATHERGLASS_HUB_DATA"\n');
    put('etc/weatherglass-hub/hub.env', text('debian/weatherglass-hub/usr/share/weatherglass-hub/hub.env'));
    const moved = text('debian/weatherglass-hub/usr/bin/weatherglass-hub').replaceAll(
      /\/(usr\/lib|etc)\/weatherglass-hub\/(run|hub\.env)/g,
      `${scratch}/$1/weatherglass-hub/$2`,
    );
    put('weatherglass-hub', moved);
    const env = { PATH: `${join(scratch, 'bin')}:${process.env['PATH']}` };
    const { stdout, stderr } = spawnSync(join(scratch, 'weatherglass-hub'), words.split(' '), {
      encoding: 'utf8',
      env,
    });
    expect([stdout, stderr]).toEqual([
      `as weatherglass-hub\n${join(scratch, 'usr/lib/weatherglass-hub/run')} ${told} in /var/lib/weatherglass-hub\n`,
      '',
    ]);
  });
});

describe('nginx in front of a hub', () => {
  const SITE = 'etc/nginx/sites-available/weatherglass-fleet';
  const told = () => readFileSync(join(scratch, 'told'), 'utf8');
  /** Plays a script of the hub as root on a machine with a systemd, and with an nginx whose settings are in order or not. */
  const played = (path: string, nginx: string, ...args: string[]) => {
    for (const [name, does] of [
      ['nginx', nginx],
      ['systemctl', `echo "$*" >>${scratch}/told`],
      ['id', 'echo 0'],
      ['install', ':'],
      ['openssl', ':'],
    ])
      put(`bin/${name}`, `#!/bin/sh\n${does}\n`);
    const env = { PATH: `${join(scratch, 'bin')}:${process.env['PATH']}` };
    return spawnSync(placed(path, 'script', {}), args, { encoding: 'utf8', env });
  };
  beforeEach(() => {
    for (const file of ['hub.env', 'engine.env'])
      put(`etc/weatherglass-hub/${file}`, text(`debian/weatherglass-hub/usr/share/weatherglass-hub/${file}`));
    put('usr/share/weatherglass-hub/weatherglass-fleet.nginx', text('hub/weatherglass-fleet.nginx'));
    for (const file of ['c.pem', 'k.pem', 'etc/nginx/weatherglass/people.htpasswd']) put(file, '');
    for (const folder of ['sites-available', 'sites-enabled']) mkdirSync(join(scratch, 'etc/nginx', folder));
    mkdirSync(join(scratch, 'run/systemd/system'), { recursive: true });
  });
  const nginxSh = 'debian/weatherglass-hub/usr/lib/weatherglass-hub/nginx.sh';
  const enabled = () => readdirSync(join(scratch, 'etc/nginx/sites-enabled'));

  it('is started with a new site; at an upgrade the site is renewed, and what its owner has switched off stays so', () => {
    const names = [join(scratch, 'c.pem'), join(scratch, 'k.pem')];
    expect(played(nginxSh, 'exit 0', 'fleet.example.org', ...names)).toMatchObject({ status: 0, stderr: '' });
    expect(told()).toMatch(/^restart nginx.service$/m);
    expect(enabled()).toEqual(['weatherglass-fleet']);
    rmSync(join(scratch, 'etc/nginx/sites-enabled/weatherglass-fleet'));
    rmSync(join(scratch, 'told'));
    const site = readFileSync(join(scratch, SITE), 'utf8');
    expect(played(nginxSh, 'exit 0')).toMatchObject({ status: 0, stderr: '' });
    expect(told()).toMatch(/^try-reload-or-restart nginx.service$/m);
    expect(told()).not.toMatch(/^(re)?start nginx/m);
    expect(enabled()).toEqual([]);
    expect(readFileSync(join(scratch, SITE), 'utf8')).toBe(site);
  });
  it('does not keep the hub from its start when it is out of order', () => {
    put(SITE, 'server { }');
    put('usr/lib/weatherglass-hub/nginx.sh', '#!/bin/sh\nexit 1\n');
    const { status, stderr } = played('debian/weatherglass-hub/usr/lib/weatherglass-hub/set-up', 'exit 1');
    expect([status, stderr]).toEqual([0, expect.stringContaining('sudo weatherglass-hub nginx')]);
  });
});

describe('the logins for nginx', () => {
  /** Plays the script with a hub whose `people` answers so, or fails; whether nginx leaves the question to the hub then. */
  const played = (people: string): { status: number | null; isHubs: boolean } => {
    put('usr/run', `#!/bin/sh\ncase $2 in people) ${people} ;; *) echo north:hash ;; esac\n`);
    const env = { ...process.env, WEATHERGLASS: join(scratch, 'usr'), NGINX_FOLDER: scratch };
    const { status } = spawnSync(join(DEPLOY, 'hub/logins.sh'), { env });
    expect(readFileSync(join(scratch, 'stations.htpasswd'), 'utf8')).toBe('north:hash\n');
    return { status, isHubs: existsSync(join(scratch, 'people.hub')) };
  };

  it('leave the question to a hub that has people, and only to that', () => {
    const some = `echo '{"people":[{"name":"mia","role":"operator"}]}'`;
    expect(played(some)).toEqual({ status: 0, isHubs: true });
    expect(played(`echo '{"people":[]}'`)).toEqual({ status: 0, isHubs: false });
  });
  it('stay as they are, and the script fails, where the hub cannot say whether it has people', () => {
    writeFileSync(join(scratch, 'people.hub'), '');
    expect(played('exit 1')).toEqual({ status: 1, isHubs: true });
  });
});

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

describe('the package over a wall of the script of before', () => {
  const OLD = 'home/ada/.local/share/weatherglass';
  const NEW = 'var/lib/weatherglass';
  const at = (path: string) => join(scratch, path);
  const read = (path: string) => readFileSync(at(path), 'utf8');
  beforeEach(() => {
    put('opt/weatherglass/station.json', '{"mode": "kiosk", "user": "ada"}');
    put(`${OLD}/weatherglass.db`, 'years of the wall');
    put(`${OLD}/weatherglass.db-wal`, 'and its last minutes');
    put('home/ada/.config/weatherglass/config.yaml', 'site: { name: Wall }');
    put('home/ada/.config/labwc/autostart', 'mine &\nours & # weatherglass\n');
    put('home/ada/.config/autostart/weatherglass-kiosk.desktop', '');
    for (const folder of [NEW, 'etc/weatherglass', 'run/systemd/system']) mkdirSync(at(folder), { recursive: true });
    put('bin/getent', `#!/bin/sh\necho ada:x:1000:1000::${at('home/ada')}:/bin/sh\n`);
    put('bin/chown', '#!/bin/sh\n');
    put('bin/systemctl', `#!/bin/sh\necho "$*" >>${at('told')}\n`);
  });
  const play = () => {
    const env = { PATH: `${at('bin')}:${process.env['PATH']}` };
    const { status, stderr } = spawnSync(placed('debian/weatherglass/usr/lib/weatherglass/set-up', 'set-up'), {
      encoding: 'utf8',
      env,
    });
    return { status, stderr, isOldThere: existsSync(at('opt/weatherglass')) };
  };

  it('copies its history and settings, and takes its start out of the session', () => {
    expect(play()).toMatchObject({ status: 0, stderr: expect.stringContaining('was copied to'), isOldThere: false });
    for (const folder of [OLD, NEW])
      expect(readdirSync(at(folder))).toEqual(['weatherglass.db', 'weatherglass.db-wal']);
    expect(read('etc/weatherglass/config.yaml')).toContain('Wall');
    expect(read('home/ada/.config/labwc/autostart')).toBe('mine &\n');
    expect(readdirSync(at('home/ada/.config/autostart'))).toEqual([]);
    expect(read('told')).toContain('--user -M ada@ stop');
  });
  it('sets an older history of a station without a window aside, and only that', () => {
    put(`${NEW}/weatherglass.db`, 'of before the wall');
    put(`${NEW}/backups/1.db`, '');
    put('etc/weatherglass/config.yaml', 'site: {name: Before}\n');
    utimesSync(at(`${NEW}/weatherglass.db`), 1_700_000_000, 1_700_000_000);
    expect(play().stderr).toContain(`is now in ${at(NEW)}/before-wall`);
    expect(read(`${NEW}/weatherglass.db`)).toBe('years of the wall');
    expect(read(`${NEW}/before-wall/weatherglass.db`)).toBe('of before the wall');
    expect(existsSync(at(`${NEW}/before-wall/backups/1.db`))).toBe(true);
    expect(read(`${NEW}/before-wall/config.yaml`)).toContain('Before');
    put('opt/weatherglass/station.json', '{"mode": "kiosk", "user": "ada"}'); // cut off before the program of before was gone
    expect(play()).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(at(NEW)).sort()).toEqual(['before-wall', 'weatherglass.db', 'weatherglass.db-wal']);
  });
  it('leaves the wall alone, and changes nothing, where there is no room for the copy', () => {
    put('bin/df', '#!/bin/sh\nprintf "Filesystem 1024-blocks Used Available\\n/dev/x 9 9 0\\n"\n');
    expect(play()).toMatchObject({ status: 1, stderr: expect.stringContaining('no room'), isOldThere: true });
    expect(existsSync(at('told'))).toBe(false);
    expect(readdirSync(at(NEW))).toEqual([]);
  });
  it('counts what a copy that was cut off has left as room for the next', () => {
    put(`${NEW}/weatherglass.db.new`, 'half'.repeat(50_000));
    put('bin/df', '#!/bin/sh\nprintf "Filesystem 1024-blocks Used Available\\n/dev/x 9 9 0\\n"\n');
    expect(play()).toMatchObject({ status: 0, isOldThere: false });
    expect(read(`${NEW}/weatherglass.db`)).toBe('years of the wall');
  });
  it('copies nothing that somebody still writes to', () => {
    const writer = openSync(at(`${OLD}/weatherglass.db`), 'r+');
    try {
      expect(play()).toMatchObject({ status: 1, stderr: expect.stringContaining('still runs'), isOldThere: true });
      expect(readdirSync(at(NEW))).toEqual([]);
    } finally {
      closeSync(writer);
    }
    expect(play().status).toBe(0);
  });
  it('names a drop-in of the owner’s that starts the program of before', () => {
    put(
      'etc/systemd/system/weatherglass.service.d/own.conf',
      `[Service]\nExecStart=${at('opt/weatherglass/current/x')}\n`,
    );
    put('etc/systemd/system/weatherglass.service.d/other.conf', '[Service]\nNice=5\n');
    const named = play()
      .stderr.split('\n')
      .filter((line) => line.includes('daemon-reload'));
    expect(named).toEqual([expect.stringContaining('weatherglass.service.d/own.conf names')]);
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
