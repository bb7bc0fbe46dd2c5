import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const INSTALL = join(import.meta.dirname, '../../deploy/install.sh');
/** A machine of its own for the script, as far as it writes: without one it would remove the station of whoever runs this test. */
const apart = ['--map-root-user', '--mount', '--fork', '--kill-child'];
const canBeApart = spawnSync('unshare', [...apart, 'mount', '-t', 'tmpfs', 'tmpfs', '/opt']).status === 0;
if (!canBeApart)
  console.warn(
    '\nSKIPPED: how an uninstall ends that systemctl refuses, because this system lets nobody make a mount of his own\n',
  );

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'uninstall-'));
  for (const name of ['opt', 'etc', 'bin', 'stubs', 'active'])
    mkdirSync(join(scratch, name, name === 'opt' ? 'weatherglass/releases/1.0.0' : 'system'), { recursive: true });
  copyFileSync('/bin/sleep', join(scratch, 'opt/weatherglass/releases/1.0.0/node'));
  for (const unit of ['weatherglass', 'weatherglass-upgrade'])
    writeFileSync(join(scratch, `etc/system/${unit}.service`), '');
  stub('loginctl', '');
  stub('getent', 'echo root:x:0:0:root:/root:/bin/sh'); // homes of this machine's other users are none of the script's
  stub('timeout', 'shift; exec /usr/bin/timeout 0.3 "$@"'); // two minutes are no longer to what hangs
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

/** As the real one, which waits for the end of what it stops. */
const stops = () =>
  `pid=$(cat ${scratch}/pid); kill $pid; while readlink /proc/$pid/exe >/dev/null; do sleep 0.02; done`;
const stub = (name: string, body: string) =>
  writeFileSync(join(scratch, 'stubs', name), `#!/bin/sh\necho "${name} $*" >>${scratch}/calls\n${body}\n`, {
    mode: 0o755,
  });

/** Runs the uninstaller beside a station of which `systemctl` answers `disable` and `stop` so. */
function uninstall(answer: string, { runs = true } = {}) {
  const body = `case "$1" in
    list-unit-files) echo "$3 enabled" ;;
    disable | stop) ${answer} ;;
  esac`;
  stub('systemctl', body);
  const script = `
    mount --bind ${scratch}/opt /opt; mount --bind ${scratch}/etc /etc/systemd; mount --bind ${scratch}/bin /usr/local/bin
    mount -t tmpfs tmpfs /root
    ${runs ? `/opt/weatherglass/releases/1.0.0/node 300 >/dev/null 2>&1 & echo $! >${scratch}/pid` : ''}
    "${INSTALL}" --uninstall`;
  const env = { PATH: `${join(scratch, 'stubs')}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync('unshare', [...apart, 'sh', '-c', script], { env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}
/** Runs the installer with a program that refuses; what it would do to the machine itself is left out. */
function install() {
  const checkout = join(scratch, 'checkout');
  mkdirSync(join(checkout, 'deploy'), { recursive: true });
  mkdirSync(join(checkout, 'release/tree/app'), { recursive: true });
  copyFileSync(INSTALL, join(checkout, 'deploy/install.sh'));
  writeFileSync(join(checkout, 'release/tree/release.json'), '{}');
  writeFileSync(join(checkout, 'release/tree/node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  stub('loginctl', 'echo "1000 ada"');
  for (const name of ['systemctl', 'cp', 'mkdir', 'getent']) stub(name, '');
  const script = `mount --bind ${scratch}/opt /opt; bash "${checkout}/deploy/install.sh" --headless`;
  const env = { PATH: `${join(scratch, 'stubs')}:${process.env['PATH']}` };
  const { status } = spawnSync('unshare', [...apart, 'sh', '-c', script], { env, encoding: 'utf8' });
  return { status, calls: readFileSync(join(scratch, 'calls'), 'utf8') };
}
const isInstalled = () =>
  existsSync(join(scratch, 'opt/weatherglass/releases/1.0.0/node')) &&
  existsSync(join(scratch, 'etc/system/weatherglass.service'));

it.skipIf(!canBeApart)('an installation that is refused leaves a wall on that it would have taken the place of', () => {
  writeFileSync(join(scratch, 'opt/weatherglass/station.json'), '{}');
  expect(install()).toEqual({ status: 1, calls: expect.not.stringContaining('stop weatherglass-kiosk') });
  rmSync(join(scratch, 'opt/weatherglass/station.json')); // of one that is older than such records nobody else would know
  expect(install().calls).toContain('systemctl --user -M ada@ stop weatherglass-kiosk.service');
});

describe.skipIf(!canBeApart)('an uninstall', () => {
  it('of a station that stops removes it', () => {
    const { status, said } = uninstall(stops());
    expect([status, said]).toEqual([0, expect.stringContaining('removed. The history and settings')]);
    expect(existsSync(join(scratch, 'opt/weatherglass'))).toBe(false);
    expect(existsSync(join(scratch, 'etc/system/weatherglass.service'))).toBe(false);
    expect(readFileSync(join(scratch, 'calls'), 'utf8')).toContain(
      'systemctl disable --now weatherglass-upgrade.service',
    );
  });

  it.each([
    ['refuses', 'echo "Failed to stop: Connection timed out" >&2; exit 1'],
    ['hangs on', 'sleep 60'],
  ])('that systemctl %s leaves the running station whole, and says so', (_name, answer) => {
    const { status, said } = uninstall(answer);
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/still runs, so nothing was removed\. Stop it \(see: ps -fp \d+\)/),
    ]);
    expect(isInstalled()).toBe(true);
  });

  it('of a program that only a link in /opt leads to finds it running all the same', () => {
    renameSync(join(scratch, 'opt/weatherglass'), join(scratch, 'opt/elsewhere'));
    symlinkSync('elsewhere', join(scratch, 'opt/weatherglass'));
    expect(uninstall('exit 1').said).toContain('still runs');
    expect(isInstalled()).toBe(true);
  });

  it('of a unit that is masked or leads nowhere, which systemctl refuses as well, gets through', () => {
    const { status } = uninstall('echo "Unit weatherglass.service is masked." >&2; exit 1', { runs: false });
    expect([status, isInstalled()]).toEqual([0, false]);
  });
});
