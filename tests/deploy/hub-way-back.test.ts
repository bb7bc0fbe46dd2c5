import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANSWERS_AS_IT_RUNS, type Cut, canBeApart, HubMachine, hasNginx } from '../support/hub-machine.ts';

if (!canBeApart)
  console.warn('\nSKIPPED: how a hub goes back, because this system lets nobody make a mount of his own\n');
if (!hasNginx) console.warn('\nSKIPPED: how the site of nginx goes back with a hub, because there is no nginx\n');

let machine: HubMachine;
beforeEach(() => {
  machine = new HubMachine();
});
afterEach(() => machine.remove());
const HOME = 'opt/weatherglass-hub';
const UNIT = 'etc/systemd/system/weatherglass-hub.service';

describe.skipIf(!canBeApart)('a hub', () => {
  it('that dies at its start gives way to the one before, which has its own unit again', () => {
    expect(machine.install('1.0.0')).toMatchObject({ status: 0, said: expect.stringContaining('the hub runs') });
    const refused = { status: 1, said: expect.stringContaining('the previous hub runs again') };
    expect(machine.install('2.0.0')).toMatchObject(refused);
    expect(machine.read(`${HOME}/current/release.json`)).toContain('1.0.0');
    expect(machine.read('running')).toContain('1.0.0');
    expect(machine.read(UNIT)).toContain('# of 1.0.0');
    expect(machine.install('1.1.0').status).toBe(0);
  });

  it('that answers by now is one to go back to, though its first installation saw none that did', () => {
    machine.stub('curl', 'exit 7'); // somebody else had its port
    const alone = { status: 1, said: expect.stringContaining('there is no previous one') };
    expect(machine.install('1.0.0')).toMatchObject(alone);
    machine.stub('curl', ANSWERS_AS_IT_RUNS);
    const refused = { status: 1, said: expect.stringContaining('the previous hub runs again') };
    expect(machine.install('2.0.0')).toMatchObject(refused);
    expect(machine.read('running')).toContain('1.0.0');
  });

  it('that is the first and never answers costs no boot the wait for it, and is kept once it does', () => {
    machine.stub('curl', 'exit 7');
    expect(machine.install('1.0.0').status).toBe(1);
    machine.stub('sleep', 'echo waited >>"$STATE/waits"');
    const alone = { status: 1, said: expect.stringContaining('there is no previous one') };
    expect(machine.boot()).toMatchObject(alone);
    expect(machine.read('waits')).toBe('');
    machine.stub('curl', ANSWERS_AS_IT_RUNS);
    expect(machine.boot()).toMatchObject({ status: 0, said: expect.stringContaining('answers and stays') });
    expect(machine.boot()).toMatchObject({ status: 0, said: '' });
  });

  it('can be read by its user, however closed root’s own files and the checkout are', () => {
    expect(machine.install('1.0.0', { umask: '077' }).status).toBe(0);
    const modes = ['', 'current/', 'current/app', 'current/node', 'current/release.json'].map((path) =>
      (statSync(join(machine.folder, HOME, path)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['755', '755', '755', '755', '644']);
    expect(existsSync(join(machine.folder, HOME, '.new'))).toBe(false);
  });

  it('is removed whole where systemctl disables nothing that is masked', () => {
    machine.install('1.0.0');
    machine.stub(
      'systemctl',
      `case "$1" in list-unit-files) echo "$3 masked" ;; disable) echo "Failed: unit is masked" >&2; exit 1 ;; stop) [ "$2" != weatherglass-fleet-backup.timer ] ;; is-active) exit 3 ;; esac`,
    );
    const removed = machine.uninstall();
    expect(removed).toMatchObject({
      status: 0,
      said: expect.stringContaining('removed. Readings, logins and settings'),
    });
    expect(removed.said).toContain('systemctl did not stop weatherglass-fleet-backup.timer');
    expect(existsSync(join(machine.folder, HOME))).toBe(false);
    expect(machine.read(UNIT)).toBe('');
  });
});

/** Port and site besides program and unit, so that each of them can be told from those of another version. */
const withPort = (port: number): string =>
  `--port ${port}${hasNginx ? ' --nginx fleet.example --cert /etc/cert.pem --key /etc/cert.pem' : ''}`;
/** What belongs together is of one version, what runs is it, and nobody waits for an answer any more. */
const whole = (version: string, port: number) => ({
  program: expect.stringContaining(`"${version}"`),
  runs: expect.stringContaining(`"${version}"`),
  unit: expect.stringContaining(`# of ${version}\n`),
  settings: expect.stringContaining(`HUB_PORT=${port}\n`),
  ...(hasNginx && {
    site: expect.stringMatching(new RegExp(`127.0.0.1:${port};[^]*# of ${version}\n`)),
    nginx: expect.stringMatching(new RegExp(`127.0.0.1:${port};[^]*# of ${version}\n`)),
  }),
  unanswered: false,
});
const found = () => ({
  program: machine.read(`${HOME}/current/release.json`),
  runs: machine.read('running'),
  unit: machine.read(UNIT),
  settings: machine.read('etc/weatherglass-hub/hub.env'),
  ...(hasNginx && { site: machine.read('etc/nginx/sites-available/weatherglass-fleet'), nginx: machine.read('nginx') }),
  unanswered: existsSync(join(machine.folder, HOME, '.unanswered')),
});

/** Before the first change, between the parts, before the step that counts, and after it. */
const MOMENTS: Cut[] = [
  { before: 'mv -T "$kept.new"*' },
  { before: 'put_units_in_place*' },
  { before: 'mv -T "$home/.current"*' },
  { before: 'start' },
];
/** `HUB_CUTS=all`: before each command there is, some minutes. */
const ALL = process.env['HUB_CUTS'] === 'all';
const moments: Cut[] = ALL ? Array.from({ length: 400 }, (_, i) => ({ before: '*', nth: i + 1 })) : MOMENTS;

describe.skipIf(!canBeApart)('an upgrade of a hub that a power cut ends', () => {
  beforeEach(() => {
    for (const name of ['nginx/weatherglass', 'nginx/sites-available'])
      mkdirSync(join(machine.folder, 'etc', name), { recursive: true });
    for (const name of ['cert.pem', 'nginx/weatherglass/people.htpasswd'])
      writeFileSync(join(machine.folder, 'etc', name), '');
    expect(machine.install('1.0.0', { args: withPort(8011) })).toMatchObject({ status: 0 });
    expect(found()).toEqual(whole('1.0.0', 8011));
  });

  it.each(moments)('before $before leaves the whole hub of before at the next boot, when the new one dies', (cut) => {
    const { wasCut } = machine.install('2.0.0', { args: withPort(8022), cut });
    if (ALL && !wasCut) return;
    expect(wasCut).toBe(true);
    expect(machine.boot().status).toBe(0);
    expect(found()).toEqual(whole('1.0.0', 8011));
    expect(machine.boot()).toMatchObject({ status: 0, said: '' });
  });

  it.each(ALL ? moments : [MOMENTS.at(-1)!])(
    'before $before leaves one whole hub at the next boot, when the new one is sound',
    (cut) => {
      const { wasCut } = machine.install('1.1.0', { args: withPort(8022), cut });
      if (ALL && !wasCut) return;
      expect(machine.boot().status).toBe(0);
      const [version, port] = found().program.includes('1.1.0')
        ? (['1.1.0', 8022] as const)
        : (['1.0.0', 8011] as const);
      expect(found()).toEqual(whole(version, port));
      if (!ALL) expect(version).toBe('1.1.0');
    },
  );

  it.each(ALL ? moments : [{ before: 'put_site_back' }])(
    'is ended by the boot after, when the way back is cut off itself before $before',
    (cut) => {
      machine.install('2.0.0', { args: withPort(8022), cut: { before: 'start' } });
      const { wasCut } = machine.boot(cut);
      if (ALL && !wasCut) return;
      expect(wasCut).toBe(true);
      expect(machine.boot().status).toBe(0);
      expect(found()).toEqual(whole('1.0.0', 8011));
    },
  );

  it('is followed by another one that goes back past it, or stays', () => {
    machine.install('2.0.0', { args: withPort(8022), cut: { before: 'sleep 1' } });
    expect(found().program).toContain('2.0.0');
    const refused = { status: 1, said: expect.stringContaining('the previous hub runs again') };
    expect(machine.install('2.0.1')).toMatchObject(refused);
    expect(found()).toEqual(whole('1.0.0', 8011));
    machine.install('2.0.2', { cut: { before: 'sleep 1' } });
    expect(machine.install('1.1.0', { args: withPort(8033) }).status).toBe(0);
    expect(found()).toEqual(whole('1.1.0', 8033));
    expect(machine.read(`${HOME}/previous/release.json`)).toContain('1.0.0');
    expect(machine.boot()).toMatchObject({ status: 0, said: '' });
  });

  it.skipIf(!hasNginx)('brings nginx back, too, which could not read the new site at the boot', () => {
    machine.install('2.0.0', { args: withPort(8022), cut: { before: 'start' } });
    machine.stub('nginx', '! grep -q "# of 2" /etc/nginx/sites-enabled/weatherglass-fleet');
    expect(machine.boot().status).toBe(0);
    expect(found()).toEqual(whole('1.0.0', 8011));
  });

  it('whose hub of before does not answer either is gone back from once: what its owner mends then stays', () => {
    machine.install('2.0.0', { args: withPort(8022), cut: { before: 'start' } });
    machine.stub('curl', 'exit 7'); // somebody else has its port by now
    const refused = { status: 1, said: expect.stringContaining('nor the previous one answers') };
    expect(machine.boot()).toMatchObject(refused);
    const settings = join(machine.folder, 'etc/weatherglass-hub/hub.env');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('8011', '8033'));
    expect(machine.boot()).toMatchObject({ status: 0, said: '' });
    expect(found()).toMatchObject({ ...whole('1.0.0', 8011), settings: expect.stringContaining('HUB_PORT=8033\n') });
  });
});
