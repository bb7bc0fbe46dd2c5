import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy');
const has = (program: string) => spawnSync('which', [program]).status === 0;

let scratch: string;
let root: string;
let checkout: string;

/** Stand-ins for the programs that change the machine: each call is a line in `calls`. */
const STUBS: Record<string, string> = {
  systemctl: '[ "$1" != --user ] || [ -e "$SCRATCH/session" ]',
  useradd: 'touch "$SCRATCH/user-exists"',
  usermod: ':',
  getent: `case "$1 $2" in
    "passwd weatherglass") [ -e "$SCRATCH/user-exists" ] ;;
    "passwd ada") echo "ada:x:1000:1000::/home/ada:/bin/sh" ;;
    "group i2c" | "group video") ;;
    *) exit 2 ;;
  esac`,
  curl: '[ "$(cat "$SCRATCH/ready")" = "$(cat "$DESTDIR/opt/weatherglass/app/version")" ]',
  'raspi-config': ':',
};

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'install-'));
  root = join(scratch, 'root');
  checkout = join(scratch, 'checkout');
  const stubs = join(scratch, 'stubs');
  for (const folder of [root, stubs, join(checkout, 'build/icons'), join(checkout, 'node_modules/.bin')])
    mkdirSync(folder, { recursive: true });
  for (const [name, body] of Object.entries(STUBS))
    writeFileSync(join(stubs, name), `#!/bin/sh\necho "${name} $*" >> "$SCRATCH/calls"\n${body}\n`, { mode: 0o755 });
  cpSync(DEPLOY, join(checkout, 'deploy'), { recursive: true });
  writeFileSync(join(checkout, 'build/icons/256x256.png'), 'icon');
  writeFileSync(join(checkout, 'config.example.yaml'), 'site: {}\n');
  writeFileSync(join(checkout, 'node_modules/.bin/node'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(checkout, 'wall.AppImage'), 'image 1');
  build('1');
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

/** A built program of `version`, which becomes ready when started unless it is a broken one. */
function build(version: string, { broken = false } = {}) {
  const app = join(checkout, 'release/app');
  mkdirSync(join(app, 'dist/main'), { recursive: true });
  writeFileSync(join(app, 'dist/main/cli.js'), '');
  writeFileSync(join(app, 'version'), version);
  if (!broken) writeFileSync(join(scratch, 'ready'), version);
}
function install(...args: string[]) {
  rmSync(join(scratch, 'calls'), { force: true });
  const { status, stdout, stderr } = spawnSync(join(checkout, 'deploy/install.sh'), args, {
    encoding: 'utf8',
    env: { PATH: `${join(scratch, 'stubs')}:${process.env['PATH']}`, SCRATCH: scratch, DESTDIR: root },
  });
  const calls = existsSync(join(scratch, 'calls')) ? readFileSync(join(scratch, 'calls'), 'utf8').split('\n') : [];
  return { status, said: stdout + stderr, calls: calls.filter((call) => /^(systemctl|useradd|raspi)/.test(call)) };
}
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const put = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
const tree = () =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

describe('installing the station without a window', () => {
  it('puts program, Node and unit in place, starts it, and writes no settings', () => {
    const { status, said, calls } = install();
    expect(said).toContain('measuring');
    expect(status).toBe(0);
    expect(tree()).toEqual([
      'etc/systemd/system/weatherglass.service',
      'etc/weatherglass/config.example.yaml',
      'opt/weatherglass/app/dist/main/cli.js',
      'opt/weatherglass/app/version',
      'opt/weatherglass/node',
    ]);
    expect(read('etc/systemd/system/weatherglass.service')).toContain('SupplementaryGroups=i2c video\n');
    expect(calls.map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual([
      'useradd --system',
      'systemctl daemon-reload',
      'systemctl enable',
      'systemctl restart',
    ]);
  });

  it('upgrades in place when run again, and leaves data and settings alone', () => {
    install();
    put('etc/weatherglass/config.yaml', 'mine');
    put('var/lib/weatherglass/weather.db', 'years');
    build('2');
    const { status, calls } = install();
    expect(status).toBe(0);
    expect(calls.some((call) => call.startsWith('useradd'))).toBe(false);
    expect(read('opt/weatherglass/app/version')).toBe('2');
    expect(read('etc/weatherglass/config.yaml')).toBe('mine');
    expect(read('var/lib/weatherglass/weather.db')).toBe('years');
    expect(tree().filter((path) => /\.(old|new)/.test(path))).toEqual([]);
  });

  it('goes back to the old version when the new one does not become ready', () => {
    install();
    build('2', { broken: true });
    const { status, said, calls } = install('--wait', '1');
    expect(status).toBe(1);
    expect(said).toContain('the old one runs again');
    expect(read('opt/weatherglass/app/version')).toBe('1');
    expect(calls.filter((call) => call.startsWith('systemctl restart'))).toHaveLength(2);
  });

  it('says in one sentence what is missing and changes nothing', () => {
    rmSync(join(checkout, 'release'), { recursive: true });
    const { status, said } = install();
    expect(status).toBe(1);
    expect(said).toMatch(/^weatherglass: the program is not built yet: run .*\n$/);
    expect(tree()).toEqual([]);
  });
});

describe('installing the wall', () => {
  const kiosk = (...more: string[]) => install('--kiosk', join(checkout, 'wall.AppImage'), '--user', 'ada', ...more);

  it('puts the image, its unit and one autostart line in place, and keeps the screen awake', () => {
    put('home/ada/.config/labwc/autostart', 'my-own-thing &\n');
    expect(kiosk().status).toBe(0);
    const { status, said, calls } = kiosk();
    expect(status).toBe(0);
    expect(said).toContain('next session of ada');
    expect(calls).toContain('raspi-config nonint do_blanking 1');
    expect(read('home/ada/.config/labwc/autostart')).toBe(
      'my-own-thing &\n/opt/weatherglass/kiosk-session.sh & # weatherglass\n',
    );
    expect(tree()).toEqual([
      'etc/systemd/user/weatherglass-kiosk.service',
      'etc/xdg/autostart/weatherglass-kiosk.desktop',
      'home/ada/.config/labwc/autostart',
      'opt/weatherglass/kiosk-session.sh',
      'opt/weatherglass/weatherglass.AppImage',
      'usr/share/icons/hicolor/256x256/apps/weatherglass.png',
    ]);
  });

  it('restarts a wall that is showing and waits until it measures again', () => {
    put('opt/weatherglass/app/version', '1');
    writeFileSync(join(scratch, 'session'), '');
    const { status, said, calls } = kiosk();
    expect(said).toContain('shows the new version');
    expect(status).toBe(0);
    expect(calls.at(-1)).toBe('systemctl --user -M ada@ restart weatherglass-kiosk.service');
  });

  it('names the missing image and the missing user', () => {
    expect(install('--kiosk', '/nowhere', '--user', 'ada').said).toContain('there is no file /nowhere');
    expect(install('--kiosk', join(checkout, 'wall.AppImage'), '--user', 'eve').said).toContain('no user eve');
  });
});

it('uninstalling takes the program and leaves what was measured, the settings and the user’s own lines', () => {
  put('home/ada/.config/labwc/autostart', 'my-own-thing &\n');
  put('etc/weatherglass/config.yaml', 'mine');
  put('var/lib/weatherglass/weather.db', 'years');
  install();
  install('--kiosk', join(checkout, 'wall.AppImage'), '--user', 'ada');
  const { status } = install('--uninstall', '--user', 'ada');
  expect(status).toBe(0);
  expect(tree()).toEqual([
    'etc/weatherglass/config.yaml',
    'home/ada/.config/labwc/autostart',
    'var/lib/weatherglass/weather.db',
  ]);
  expect(read('home/ada/.config/labwc/autostart')).toBe('my-own-thing &\n');
  expect(install('--uninstall', '--user', 'ada').status).toBe(0);
});

it('an unknown option is refused with the usage', () => {
  const { status, said } = install('--sideways');
  expect(status).toBe(1);
  expect(said).toContain('usage:');
});

it.skipIf(!has('shellcheck'))('the scripts pass shellcheck', () => {
  const { stdout } = spawnSync(
    'shellcheck',
    readdirSync(DEPLOY).filter((n) => n.endsWith('.sh')),
    {
      cwd: DEPLOY,
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
});
if (!has('shellcheck')) console.warn('*** deploy/*.sh were NOT checked: shellcheck is not installed');

it.skipIf(!has('systemd-analyze'))('systemd knows every line of the unit and calls its exposure low', () => {
  install();
  const unit = join(root, 'etc/systemd/system/weatherglass.service');
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
  expect(stderr).not.toMatch(/unknown|ignoring|invalid/i);
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(3);
});
if (!has('systemd-analyze')) console.warn('*** The units were NOT checked: systemd-analyze is not installed');
