import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const has = (program: string) => spawnSync('which', [program]).status === 0;
/** What changes the machine: below a DESTDIR nobody may call it. */
const FORBIDDEN = ['systemctl', 'useradd', 'runuser', 'chown', 'nginx', 'openssl', 'apt-get'];

let scratch: string;
let root: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'hub-install-'));
  root = join(scratch, 'root');
  const tree = join(scratch, 'checkout/release/tree');
  for (const folder of [root, join(scratch, 'stubs'), join(tree, 'app/bin')]) mkdirSync(folder, { recursive: true });
  for (const name of FORBIDDEN)
    writeFileSync(join(scratch, 'stubs', name), `#!/bin/sh\necho "${name} $*" >>"${scratch}/forbidden"\nexit 1\n`, {
      mode: 0o755,
    });
  // All within a second: a fast machine installs three times in one.
  writeFileSync(join(scratch, 'stubs/date'), '#!/bin/sh\necho 20261122T120000Z\n', { mode: 0o755 });
  cpSync(DEPLOY, join(scratch, 'checkout/deploy'), { recursive: true });
  cpSync(DEPLOY, join(tree, 'deploy'), { recursive: true });
  writeFileSync(join(tree, 'node'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(tree, 'release.json'), '{"version":"1.2.3","schema":7,"arch":"x64"}\n');
  for (const name of ['cert.pem', 'key.pem']) writeFileSync(join(scratch, name), 'not looked into here');
});
afterEach(() => {
  const calls = existsSync(join(scratch, 'forbidden')) ? readFileSync(join(scratch, 'forbidden'), 'utf8') : '';
  rmSync(scratch, { recursive: true, force: true });
  expect(calls).toBe('');
});

function install(...args: string[]) {
  const env = { ...process.env, DESTDIR: root, PATH: `${join(scratch, 'stubs')}:${process.env['PATH']}` };
  return spawnSync(join(scratch, 'checkout/deploy/hub/install.sh'), args, { env, encoding: 'utf8' });
}
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const units = () => readdirSync(join(root, 'etc/systemd/system')).sort();

describe('the installer of a hub', () => {
  it('begins with engine and hub alone, on this machine alone, and an upgrade keeps what was chosen', () => {
    expect(install()).toMatchObject({ status: 0, stderr: '' });
    expect(units()).toEqual([
      'weatherglass-engine.service',
      'weatherglass-fleet-backup.service',
      'weatherglass-fleet-backup.timer',
      'weatherglass-hub-way-back.service',
      'weatherglass-hub.service',
    ]);
    expect(existsSync(join(root, 'etc/nginx'))).toBe(false);
    expect(read('etc/weatherglass-hub/hub.env')).toBe(
      'ENGINE=http://127.0.0.1:8428\nHUB_HOST=127.0.0.1\nHUB_PORT=8010\nHUB_OPTIONS=\n',
    );
    install('--host', '0.0.0.0', '--retention', '10y', '--allow-host', 'fleet.lan');
    install();
    expect(read('etc/weatherglass-hub/hub.env')).toContain('HUB_HOST=0.0.0.0\n');
    expect(read('etc/weatherglass-hub/hub.env')).toContain('HUB_OPTIONS=--allow-host fleet.lan\n');
    expect(read('etc/weatherglass-hub/engine.env')).toBe('RETENTION=10y\nMEMORY=512MB\n');
    expect(existsSync(join(root, 'opt/weatherglass-hub/current/node'))).toBe(true);
    expect(read('opt/weatherglass-hub/current/release.json')).toContain('1.2.3');
  });

  it('leaves an engine that is there already to its owner', () => {
    install();
    expect(install('--engine', 'http://10.0.0.7:8428').status).toBe(0);
    expect(read('etc/weatherglass-hub/hub.env')).toContain('ENGINE=http://10.0.0.7:8428\n');
    expect(units()).not.toContain('weatherglass-fleet-backup.timer');
  });

  it('fills in the whole site of nginx, and takes everything but data, logins and settings away again', () => {
    const tls = ['--cert', join(scratch, 'cert.pem'), '--key', join(scratch, 'key.pem')];
    expect(install('--nginx', 'fleet.example', ...tls)).toMatchObject({ status: 0, stderr: '' });
    const site = read('etc/nginx/sites-enabled/weatherglass-fleet');
    expect(site).not.toMatch(/@[A-Z]+@/);
    expect(site).toContain('server_name fleet.example;');
    expect(site).toContain('server 127.0.0.1:8010;');
    expect(site).not.toContain('8428'); // who reaches the engine writes into it what he likes
    writeFileSync(join(root, 'etc/nginx/weatherglass/stations.htpasswd'), 'a:b\n');
    expect(install('--uninstall').status).toBe(0);
    expect(units()).toEqual(['nginx.service.d']);
    expect(readdirSync(join(root, 'etc/systemd/system/nginx.service.d'))).toEqual([]);
    expect(existsSync(join(root, 'opt/weatherglass-hub'))).toBe(false);
    expect(readdirSync(join(root, 'etc/nginx/sites-enabled'))).toEqual([]);
    expect(read('etc/nginx/weatherglass/stations.htpasswd')).toBe('a:b\n');
    expect(read('etc/weatherglass-hub/hub.env')).toContain('HUB_PORT=8010');
  });

  it('renews the site of nginx with an upgrade, under the name and certificate it had, and sets an old one aside', () => {
    const tls = ['--cert', join(scratch, 'cert.pem'), '--key', join(scratch, 'key.pem')];
    install('--nginx', 'fleet.example', ...tls);
    const path = 'etc/nginx/sites-available/weatherglass-fleet';
    const fresh = read(path);
    const old = fresh.replace('http://fleet_hub/api/v1/ingest', 'http://127.0.0.1:8428/write');
    writeFileSync(join(root, path), old.replace(/(ssl_certificate .*;)/, '$1 # managed by somebody'));
    expect(install('--port', '8011')).toMatchObject({ status: 0, stderr: '' });
    expect(read(path)).toBe(fresh.replace(':8010;', ':8011;'));
    expect(read(`${path}.before`)).toContain('8428/write');
    expect(install()).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(root, `${path}.before`))).toBe(false);
  });

  it('says what it does not understand, and what is missing', () => {
    expect(install('--everything').status).toBe(64);
    expect(install('--nginx', 'fleet.example').stderr).toContain('--cert FILE and --key FILE');
    expect(install('--nginx', 'a;b', '--cert', 'x', '--key', 'y').stderr).toContain('is not a server name');
    rmSync(join(scratch, 'checkout/release'), { recursive: true });
    expect(install().stderr).toContain('not built yet');
  });

  it.skipIf(!has('systemd-analyze'))('has units that systemd finds nothing wrong with', () => {
    install('--nginx', 'fleet.example', '--cert', join(scratch, 'cert.pem'), '--key', join(scratch, 'key.pem'));
    const folder = join(root, 'etc/systemd/system');
    const own = units().filter((name) => name.startsWith('weatherglass'));
    expect(own.length).toBe(7);
    // Programs that only a finished installation has.
    for (const name of own) {
      const text = readFileSync(join(folder, name), 'utf8');
      writeFileSync(
        join(folder, name),
        text.replace(/\/opt\/weatherglass-hub\/(\S+\/)?(node|[\w-]+\.sh)|\/usr\/bin\/victoria-metrics/g, '/bin/true'),
      );
    }
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...own.map((name) => join(folder, name))], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });
});
