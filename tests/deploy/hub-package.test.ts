import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEPLOY, placed, put, scratch, scratchOfEach, text } from './scratch.ts';

scratchOfEach();

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
