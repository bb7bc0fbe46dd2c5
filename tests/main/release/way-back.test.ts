import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseState } from '../../../src/main/care/machine-care.ts';
import { type DebianPackage, debianPackage } from '../../../src/main/release/debian-package.ts';
import { isDpkgBusy } from '../../../src/main/release/dpkg.ts';
import type { Host } from '../../../src/main/release/host.ts';
import { type Journal, readJournal, readOutcome, writeJson } from '../../../src/main/release/journal.ts';
import { askForTheWayBack, keep, resume } from '../../../src/main/release/way-back.ts';
import type { Outcome } from '../../../src/main/run-group.ts';
import { FakeClock } from '../../support/fake-clock.ts';

let root: string;
let pkg: DebianPackage;
let called: string[];
/** What systemctl and the other programs answer, by the first words of the command. */
let answers: Record<string, Partial<Outcome>>;
/** What the station answers when it is asked: its version, and whether it measures. */
let running: { version: string; isReady: boolean };
/** Whether the version before measures again. */
let recovers: boolean;
let host: Host;
/** How long each command may take. */
let limits: Map<string, number | undefined>;

const release = (home: string, version: string) => {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'release.json'), JSON.stringify({ version, schema: 4, arch: 'x64' }));
  writeFileSync(
    join(home, 'station.json'),
    JSON.stringify({ user: 'weatherglass', env: { XDG_CONFIG_HOME: root, XDG_DATA_HOME: root } }),
  );
};
const journal = (more: Partial<Journal> = {}) =>
  writeJson(pkg.journalFile, {
    from: '1.0.0',
    schema: null,
    backup: null,
    dataDir: root,
    wrong: null,
    asked: false,
    ...more,
  });
const lock = (isHeld: boolean) => {
  const { ino } = statSync(join(root, 'var/lib/dpkg/lock'));
  writeFileSync(join(root, 'proc/locks'), isHeld ? `1: POSIX  ADVISORY  WRITE 812 fe:00:${ino} 0 EOF\n` : '');
};
const didCall = (words: string) => called.some((call) => call.includes(words));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'way-back-'));
  pkg = debianPackage('weatherglass', root);
  for (const folder of ['var/lib/dpkg', 'proc', 'etc/apt/preferences.d', 'var/cache/weatherglass', 'weatherglass'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'var/lib/dpkg/lock'), '');
  lock(false);
  release(pkg.home, '1.1.0');
  release(pkg.keptHome, '1.0.0');
  called = [];
  limits = new Map();
  answers = { 'dpkg-query -W': { out: 'installed' } };
  running = { version: '1.1.0', isReady: true };
  recovers = true;
  const clock = new FakeClock();
  host = {
    clock,
    say: () => undefined,
    run: async (program, args, limitS) => {
      const call = [program, ...args].join(' ');
      limits.set(call, limitS);
      called.push(call);
      if (call.includes('dpkg --force-confold --force-downgrade')) {
        rmSync(pkg.useKept, { force: true }); // the postinst of the kept package
        release(pkg.home, '1.0.0');
        running = { version: '1.0.0', isReady: recovers };
      }
      const found = Object.entries(answers).find(([words]) => call.includes(words))?.[1];
      if (found !== undefined) return { code: 0, out: '', ...found };
      return { code: 0, out: call.includes('show') ? 'UnitFileState=enabled\nActiveState=active\nNRestarts=0' : '' };
    },
    ask: async (url) =>
      url.endsWith('health')
        ? { status: 200, body: { version: running.version, uptime_s: clock.nowS() } }
        : { status: running.isReady ? 200 : 503, body: { reason: 'no fresh sample' } },
  };
  // Nobody waits for real: every sleep passes at once.
  clock.sleep = async (ms: number) => clock.advance(ms);
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the way back of a package', () => {
  it('keeps the installed version and its database before dpkg changes a file, and leaves the journal to the guard', async () => {
    await keep(host, pkg);
    expect(readJournal(pkg.journalFile)).toMatchObject({ from: '1.0.0', wrong: null });
    expect(existsSync(pkg.useKept)).toBe(true);
    const [kept, stopped] = ['sh -c set -e', 'systemctl stop weatherglass.service'].map((words) =>
      called.findIndex((call) => call.includes(words)),
    );
    expect(kept).toBeGreaterThanOrEqual(0);
    expect(stopped).toBeGreaterThan(kept!);
    expect(called.every((call) => !call.includes('dpkg -i'))).toBe(true);
  });
  it('refuses where the version cannot be kept, and has changed nothing', async () => {
    answers['sh -c'] = { code: 1, out: 'cp: No space left on device' };
    await expect(keep(host, pkg)).rejects.toThrow('could not be kept as a way back (cp: No space left on device)');
    expect(didCall('stop')).toBe(false);
    expect(existsSync(pkg.journalFile)).toBe(false);
  });
  it('starts the station again where its database could not be saved', async () => {
    writeFileSync(join(root, 'weatherglass/weatherglass.db'), '');
    answers['backup'] = { code: 1, out: 'the disk is full' };
    await expect(keep(host, pkg)).rejects.toThrow('could not be saved before the upgrade (the disk is full)');
    expect(didCall('systemctl restart --no-block weatherglass.service')).toBe(true);
    expect(existsSync(pkg.journalFile) || existsSync(pkg.useKept)).toBe(false);
  });
  it('judges no service that is switched off', async () => {
    answers['systemctl show'] = { out: 'UnitFileState=disabled' };
    await keep(host, pkg);
    expect(existsSync(pkg.journalFile)).toBe(false);
  });

  it.each([
    ['disabled', { wrong: 'it was interrupted' }, false],
    ['masked', { wrong: 'asked for', asked: true }, true],
  ] as const)('leaves a service that is %s alone', async (file, more, good) => {
    journal(more);
    answers['systemctl show'] = { out: `UnitFileState=${file}\nActiveState=inactive` };
    running.isReady = recovers = false;
    const ended = await resume(host, pkg, 60);
    expect([ended?.good, ended?.text]).toEqual([good, expect.stringMatching(/ The service is switched off\.$/)]);
    expect(didCall('systemctl restart') || existsSync(pkg.pinFile) || existsSync(pkg.journalFile)).toBe(false);
    expect(pkg.installed?.version).toBe('1.0.0');
  });

  it('keeps a new version that measures twice', async () => {
    journal();
    writeFileSync(pkg.pinFile, 'Package: weatherglass');
    expect(await resume(host, pkg, 60)).toEqual({ good: true, text: '1.1.0 has replaced 1.0.0 and measures' });
    expect(existsSync(pkg.journalFile) || existsSync(pkg.pinFile)).toBe(false);
    expect(didCall('dpkg --force')).toBe(false);
  });
  it('completes the configuration that a power cut has left, unless dpkg is at work', async () => {
    for (const [state, isBusy, completes] of [
      ['half-configured', false, true],
      ['installed', false, false],
      ['half-configured', true, false],
    ] as const) {
      journal();
      called = [];
      lock(isBusy);
      answers['dpkg-query -W'] = { out: state };
      expect(await resume(host, pkg, 60)).toMatchObject({ good: true });
      expect(didCall('dpkg --force-confold --configure weatherglass')).toBe(completes);
    }
  });
  it('takes one back that does not, by dpkg, with a note, and keeps apt from installing it again', async () => {
    journal();
    running.isReady = false;
    const ended = await resume(host, pkg, 20);
    expect(ended).toEqual({
      good: false,
      text: 'The upgrade from 1.0.0 to 1.1.0 was undone: no fresh sample. 1.0.0 measures again.',
    });
    expect(didCall(`dpkg-deb -Znone --build ${pkg.kept}`)).toBe(true);
    expect(readFileSync(pkg.pinFile, 'utf8')).toBe('Package: weatherglass\nPin: version 1.1.0\nPin-Priority: -1\n');
    expect(didCall('"code":"upgrade.taken-back"')).toBe(true);
    expect(readOutcome(pkg.outcomeFile)).toEqual(ended);
    // Its postinst waits for the start, and a salvage of a long history may take most of an hour.
    expect([...limits].find(([call]) => call.includes('dpkg --force'))?.[1]).toBe(3600);
  });
  it('keeps apt from every version that was taken back: a repository has the older ones, too', async () => {
    for (const version of ['1.1.0', '1.2.0', '1.2.0']) {
      journal();
      release(pkg.home, version);
      running = { version, isReady: false };
      await resume(host, pkg, 20);
    }
    const pins = ['1.1.0', '1.2.0'].map(
      (version) => `Package: weatherglass\nPin: version ${version}\nPin-Priority: -1\n`,
    );
    expect(readFileSync(pkg.pinFile, 'utf8')).toBe(pins.join('\n'));
  });
  it('lets a version come again where the one before does not measure either: something else is wrong', async () => {
    journal();
    recovers = running.isReady = false;
    expect((await resume(host, pkg, 20))?.text).toContain('1.0.0 does not measure either: no fresh sample.');
    expect(existsSync(pkg.pinFile)).toBe(false);
  });
  it('judges the version that is there now: another one may be installed meanwhile', async () => {
    journal();
    running.isReady = false;
    const { clock } = host;
    const { sleep } = clock;
    let waited = 0;
    clock.sleep = async (ms, signal) => {
      if (++waited === 5) {
        release(pkg.home, '1.2.0');
        running = { version: '1.2.0', isReady: true };
      }
      return sleep.call(clock, ms, signal);
    };
    expect(await resume(host, pkg, 20)).toEqual({ good: true, text: '1.2.0 has replaced 1.0.0 and measures' });
  });
  it('does not wait for a version that keeps crashing', async () => {
    journal();
    let restarts = 0;
    const { run, ask } = host;
    host.run = async (program, args, limitS) =>
      args.includes('show') && running.version === '1.1.0'
        ? { code: 0, out: `UnitFileState=enabled\nActiveState=activating\nNRestarts=${restarts++}` }
        : run(program, args, limitS);
    host.ask = async (url) => (running.version === '1.1.0' ? null : ask(url));
    expect((await resume(host, pkg, 3600))?.text).toContain('it keeps crashing');
  });
  it('waits while dpkg is at work, and takes back what a dead one has left half unpacked', async () => {
    journal();
    writeFileSync(pkg.useKept, '');
    lock(true);
    let waited = 0;
    const { clock } = host;
    const { sleep } = clock;
    clock.sleep = async (ms, signal) => {
      if (++waited === 5) lock(false);
      return sleep.call(clock, ms, signal);
    };
    expect((await resume(host, pkg, 60))?.text).toContain('it was interrupted');
    expect(waited).toBeGreaterThanOrEqual(5);
    expect(pkg.installed?.version).toBe('1.0.0');
  });
  it('ends a prerm that was cut off: nothing was changed, and dpkg gets the same package again', async () => {
    release(pkg.keptHome, '1.1.0');
    writeFileSync(pkg.keeping, '');
    running = { version: '1.0.0', isReady: recovers };
    expect((await resume(host, pkg, 60))?.text).toContain('an upgrade was interrupted before it changed anything.');
    expect(didCall('dpkg --force') && !existsSync(pkg.keeping)).toBe(true);
    expect(didCall('upgrade.taken-back')).toBe(false);
  });
  it('has nothing to do where the upgrade was called off, and ends a way back that was cut off', async () => {
    expect(await resume(host, pkg, 60)).toBeNull();
    journal({ wrong: 'no answer' });
    writeFileSync(pkg.useKept, '');
    expect((await resume(host, pkg, 60))?.text).toContain('was undone: no answer');
  });
  it('judges what was installed over one that could not be taken back yet', async () => {
    journal({ wrong: 'no answer' });
    release(pkg.home, '1.2.0'); // and its postinst has removed use-kept
    running.version = '1.2.0';
    expect(await resume(host, pkg, 60)).toEqual({ good: true, text: '1.2.0 has replaced 1.0.0 and measures' });
  });
  it('runs the kept version on where dpkg refuses its package, and tries again at the next boot', async () => {
    journal({ wrong: 'no answer' });
    writeFileSync(pkg.useKept, '');
    answers['dpkg-deb'] = { code: 2, out: 'dpkg-deb: No space left on device' };
    await expect(resume(host, pkg, 60)).rejects.toThrow('because dpkg refused its package');
    expect(existsSync(pkg.useKept) && existsSync(pkg.journalFile)).toBe(true);
    expect(called.findIndex((call) => call.includes('restart'))).toBeLessThan(
      called.findIndex((call) => call.startsWith('dpkg-deb')),
    );
  });

  it('by hand refuses where no older version is kept, and lets apt install that version again', async () => {
    await askForTheWayBack(host, pkg);
    expect(await resume(host, pkg, 60)).toEqual({ good: true, text: '1.1.0 was taken back. 1.0.0 measures again.' });
    expect(existsSync(pkg.pinFile)).toBe(false);
    await expect(askForTheWayBack(host, pkg)).rejects.toThrow('no version older than 1.0.0 is kept here');
  });
  it('by hand leaves nothing behind where no systemd runs the guard: a later one would wait for it', async () => {
    const out = 'System has not been booted with systemd as init system (PID 1).';
    answers['systemctl start'] = { code: 1, out };
    await expect(askForTheWayBack(host, pkg)).rejects.toThrow(
      `weatherglass-upgrade.service did not start, and nothing was changed: ${out}`,
    );
    expect(existsSync(pkg.journalFile)).toBe(false);
  });
  it('is told to the page: the version before, and one that is being judged', () => {
    expect(releaseState(join(pkg.home, 'app'), pkg)).toEqual({ previous: '1.0.0', upgrading_to: null });
    journal();
    expect(releaseState(join(pkg.keptHome, 'app'), pkg)).toEqual({ previous: '1.0.0', upgrading_to: '1.1.0' });
    expect(releaseState('/home/ada/weatherglass', pkg)).toBeNull();
  });
  it('sees whether dpkg is at work by the lock of its file alone', () => {
    expect(isDpkgBusy(root)).toBe(false);
    lock(true);
    expect(isDpkgBusy(root)).toBe(true);
    const another = readFileSync(join(root, 'proc/locks'), 'utf8').replace('POSIX ', 'FLOCK ');
    writeFileSync(join(root, 'proc/locks'), another); // of another file system, with the same number
    expect(isDpkgBusy(root)).toBe(false);
  });
});

it('takes a hub back by hand, which has no database to be asked', async () => {
  const hub = debianPackage('weatherglass-hub', root);
  release(hub.home, '1.1.0');
  release(hub.keptHome, '1.0.0');
  await askForTheWayBack(host, hub);
  expect(readJournal(hub.journalFile)).toMatchObject({ from: '1.0.0', dataDir: null, asked: true });
});
it('judges a hub by its answer alone', async () => {
  const hub = debianPackage('weatherglass-hub', root);
  mkdirSync(hub.cache, { recursive: true });
  mkdirSync(join(root, 'etc/weatherglass-hub'), { recursive: true });
  writeFileSync(join(root, 'etc/weatherglass-hub/hub.env'), 'HUB_HOST=127.0.0.1\nHUB_PORT=8123\n');
  release(hub.home, '1.1.0');
  const asked: string[] = [];
  host.ask = async (url) => {
    asked.push(url);
    return { status: 503, body: {} };
  };
  const of: Journal = { from: '1.0.0', schema: null, backup: null, dataDir: null, wrong: null, asked: false };
  writeJson(hub.journalFile, of);
  expect(await resume(host, hub, 60)).toMatchObject({ good: true });
  rmSync(join(root, 'etc/weatherglass-hub/hub.env'));
  writeJson(hub.journalFile, of);
  expect(await resume(host, hub, 60)).toMatchObject({ good: true });
  expect(asked).toEqual(['http://127.0.0.1:8123/api/health', 'http://127.0.0.1:8010/api/health']);
});
