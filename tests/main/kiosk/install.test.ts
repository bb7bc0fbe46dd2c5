import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realHost } from '../../../src/main/release/host.ts';
import { Layout } from '../../../src/main/release/layout.ts';
import { place } from '../../../src/main/release/place.ts';
import { FakeMachine } from '../../support/fake-machine.ts';

const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy');
const has = (program: string) => spawnSync('which', [program]).status === 0;

let scratch: string;
let root: string;
let checkout: string;

/** Programs that change the machine. Below a DESTDIR nobody may call them: each call is told and fails. */
const FORBIDDEN = ['systemctl', 'useradd', 'usermod', 'loginctl', 'runuser', 'raspi-config', 'chown'];
const GETENT = `case "$1 $2" in
  "passwd ada") echo "ada:x:1000:1000::/home/ada:/bin/sh" ;;
  "passwd ") echo "root:x:0:0::/root:/bin/sh"; echo "ada:x:1000:1000::/home/ada:/bin/sh"; echo "eve:x:1001:1001::/home/eve:/bin/sh" ;;
  *) exit 2 ;;
esac`;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'install-'));
  root = join(scratch, 'root');
  checkout = join(scratch, 'checkout');
  const stubs = join(scratch, 'stubs');
  const tree = join(checkout, 'release/tree');
  for (const folder of [root, stubs, join(tree, 'app/bin'), join(tree, 'deploy')])
    mkdirSync(folder, { recursive: true });
  for (const name of FORBIDDEN)
    writeFileSync(join(stubs, name), `#!/bin/sh\necho "${name} $*" >>"$SCRATCH/forbidden"\nexit 1\n`, { mode: 0o755 });
  writeFileSync(join(stubs, 'getent'), `#!/bin/sh\n${GETENT}\n`, { mode: 0o755 });
  cpSync(DEPLOY, join(checkout, 'deploy'), { recursive: true });
  // In the program's place: tells what it was asked, and the station it was handed.
  writeFileSync(
    join(tree, 'node'),
    '#!/bin/sh\nshift; echo "$*" >"$SCRATCH/asked"; cat "$4" >"$SCRATCH/station"; exit "$(cat "$SCRATCH/exit")"\n',
    { mode: 0o755 },
  );
  writeFileSync(join(scratch, 'exit'), '0');
  writeFileSync(join(tree, 'release.json'), '{}');
  writeFileSync(join(tree, 'app/config.example.yaml'), 'site: {}\n');
  writeFileSync(join(tree, 'deploy/weatherglass.png'), 'icon');
  writeFileSync(join(checkout, 'wall.AppImage'), 'image 1');
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function install(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(join(checkout, 'deploy/install.sh'), args, {
    encoding: 'utf8',
    env: { PATH: `${join(scratch, 'stubs')}:${process.env['PATH']}`, SCRATCH: scratch, DESTDIR: root },
  });
  return { status, said: stdout + stderr };
}
const told = (name: string) =>
  existsSync(join(scratch, name)) ? readFileSync(join(scratch, name), 'utf8').trim() : null;
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const put = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
const tree = () =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

describe('the installer', () => {
  it('hands the release and the kind of station to the program, and does nothing else to the machine', () => {
    const { status } = install();
    expect(status).toBe(0);
    expect(told('asked')).toMatch(new RegExp(`upgrade ${checkout}/release/tree --station \\S+ --root ${root}$`));
    expect(JSON.parse(told('station')!)).toEqual({
      mode: 'headless',
      user: 'weatherglass',
      env: { HOME: '/var/lib/weatherglass', XDG_CONFIG_HOME: '/etc', XDG_DATA_HOME: '/var/lib' },
    });
    expect(told('forbidden')).toBeNull();
  });

  it('writes the example of the settings through no link: the service may put one there', () => {
    mkdirSync(join(root, 'etc/weatherglass'), { recursive: true });
    writeFileSync(join(scratch, 'passwd'), 'root');
    symlinkSync(join(scratch, 'passwd'), join(root, 'etc/weatherglass/config.example.yaml'));
    expect(install().status).toBe(0);
    expect(read('etc/weatherglass/config.example.yaml')).toBe('site: {}\n');
    expect(told('passwd')).toBe('root');
  });

  it('ends as the program ends: a refused or reverted upgrade is no success', () => {
    writeFileSync(join(scratch, 'exit'), '1');
    put('home/ada/.config/labwc/autostart', '/opt/weatherglass/current/deploy/kiosk-session.sh & # weatherglass\n');
    expect(install().status).toBe(1);
    expect(read('home/ada/.config/labwc/autostart')).toContain('# weatherglass'); // the wall that runs goes on starting
  });

  it('says in one sentence what is missing and changes nothing', () => {
    rmSync(join(checkout, 'release'), { recursive: true });
    const { status, said } = install();
    expect(status).toBe(1);
    expect(said).toMatch(/^weatherglass: the program is not built yet: run .*\n$/);
    expect(tree()).toEqual([]);
  });

  it('refuses an unknown option with the usage', () => {
    const { status, said } = install('--sideways');
    expect(status).toBe(64);
    expect(said).toContain('usage:');
  });
});

describe('installing the wall', () => {
  const kiosk = () => install('--kiosk', join(checkout, 'wall.AppImage'), '--user', 'ada');

  it('starts it with that user’s session alone, once however often it is installed', () => {
    put('home/ada/.config/labwc/autostart', 'my-own-thing &\n');
    put('etc/xdg/autostart/weatherglass-kiosk.desktop', 'for everybody');
    expect(kiosk().status).toBe(0);
    expect(kiosk().status).toBe(0);
    expect(JSON.parse(told('station')!)).toEqual({ mode: 'kiosk', user: 'ada', env: { HOME: '/home/ada' } });
    expect(read('home/ada/.config/labwc/autostart')).toBe(
      'my-own-thing &\n/opt/weatherglass/current/deploy/kiosk-session.sh & # weatherglass\n',
    );
    expect(tree()).toContain('home/ada/.config/autostart/weatherglass-kiosk.desktop');
    expect(tree()).not.toContain('etc/xdg/autostart/weatherglass-kiosk.desktop');
    expect(readFileSync(join(checkout, 'release/tree/weatherglass.AppImage'), 'utf8')).toBe('image 1');
    expect(told('forbidden')).toBeNull();
  });

  it('names the missing image and the missing user', () => {
    expect(install('--kiosk', '/nowhere', '--user', 'ada').said).toContain('there is no file /nowhere');
    expect(install('--kiosk', join(checkout, 'wall.AppImage'), '--user', 'nobody-here').said).toContain(
      'no user nobody-here',
    );
  });

  it('is taken away by whoever uninstalls, for every user that had it', () => {
    kiosk();
    put('home/eve/.config/labwc/autostart', '/opt/weatherglass/kiosk-session.sh & # weatherglass\n');
    put('etc/weatherglass/config.yaml', 'mine');
    put('var/lib/weatherglass/weather.db', 'years');
    expect(install('--uninstall').status).toBe(0);
    expect(tree()).toEqual(['etc/weatherglass/config.yaml', 'var/lib/weatherglass/weather.db']);
    expect(install('--uninstall').status).toBe(0);
  });
});

/** A release laid out below a root, as a packager does. */
async function placed(): Promise<string> {
  const machine = new FakeMachine();
  const staged = machine.staged({ version: '1.4.0' });
  await place(
    realHost(() => undefined),
    new Layout(root),
    staged,
    machine.record(),
  );
  machine.remove();
  return join(root, 'opt/weatherglass/releases/1.4.0/units/weatherglass.service');
}

it('below a DESTDIR lies the whole of it, with links that are right once that root is the machine’s', async () => {
  await placed();
  expect(tree()).toEqual(
    expect.arrayContaining([
      'etc/systemd/system/weatherglass-upgrade.service',
      'etc/systemd/system/weatherglass.service',
      'opt/weatherglass/current',
      'opt/weatherglass/station.json',
      'usr/local/bin/weatherglass',
    ]),
  );
});

it.skipIf(!has('shellcheck'))('the scripts pass shellcheck', () => {
  const { stdout } = spawnSync(
    'shellcheck',
    [...readdirSync(DEPLOY).filter((n) => n.endsWith('.sh')), 'weatherglass'],
    {
      cwd: DEPLOY,
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
});
if (!has('shellcheck')) console.warn('*** deploy/*.sh were NOT checked: shellcheck is not installed');

it.skipIf(!has('systemd-analyze'))('systemd knows every line of the unit and calls its exposure low', async () => {
  const unit = await placed();
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
  expect(stderr).not.toMatch(/unknown|ignoring|invalid/i);
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2.1);
  const writable = readFileSync(unit, 'utf8').match(/^(ProtectSystem|ReadWritePaths|StateDirectory)=.*/gm);
  expect(writable?.sort()).toEqual([
    'ProtectSystem=strict',
    'ReadWritePaths=-/etc/weatherglass',
    'StateDirectory=weatherglass',
  ]);
});
if (!has('systemd-analyze')) console.warn('*** The units were NOT checked: systemd-analyze is not installed');

it('lays out what the station’s user can read, however closed root’s own files are', () => {
  const program = join(checkout, 'deploy/install.sh');
  const env = { PATH: `${join(scratch, 'stubs')}:${process.env['PATH']}`, SCRATCH: scratch, DESTDIR: root };
  expect(spawnSync('sh', ['-c', `umask 077; exec "${program}"`], { env }).status).toBe(0);
  expect(statSync(join(root, 'etc/weatherglass')).mode & 0o777).toBe(0o755);
});
