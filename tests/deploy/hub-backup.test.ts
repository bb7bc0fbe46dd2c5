import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engine, engineIsHere } from '../support/fleet-engine.ts';
import { realNowS } from '../support/real-now.ts';
import { seeded } from '../support/seeded.ts';

const hasCurl = spawnSync('curl', ['--version']).error === undefined;
if (!engineIsHere || !hasCurl)
  console.warn(
    '\nSKIPPED: the backup of a fleet, because victoria-metrics or curl is missing (apt-get install victoria-metrics curl)\n',
  );

const DEPLOY = join(import.meta.dirname, '../../deploy/hub');
const END_S =
  Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future') / 3600) * 3600 - 3600;
const EVERYTHING = '{__name__=~"wx_.*"}';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-hub-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const send = (url: string, station: string, lines: string[]) =>
  fetch(`${url}/write?precision=s&extra_label=station=${station}`, { method: 'POST', body: lines.join('\n') });

describe.skipIf(!engineIsHere || !hasCurl)('a backup of a fleet', () => {
  it('gives back every value, though the engine went on meanwhile and lost everything afterwards', async () => {
    const data = join(folder, 'engine');
    const hub = join(folder, 'hub');
    const kept = join(folder, 'backups');
    mkdirSync(hub);
    writeFileSync(join(hub, 'stations.json'), '{"stations":1}', { mode: 0o600 });
    const { uniform } = seeded(20);
    const first = await engine(data);
    for (const station of ['north', 'south', 'east']) {
      // Some days are years old: another part of the engine's store.
      const starts = Array.from({ length: 400 }, (_, i) => END_S - i * 300 - (i % 3) * 300 * 86_400);
      await send(
        first.url,
        station,
        starts.map((ts) => `wx,rev=0 temp=${(uniform() * 30).toFixed(2)},hum=${(uniform() * 99).toFixed(1)} ${ts}`),
      );
    }
    const stored = await first.counts(EVERYTHING);
    expect(Object.values(stored)).toEqual(new Array(6).fill(400));

    const places = ['--engine-data', data, '--hub-data', hub];
    const backup = () =>
      execFileSync(join(DEPLOY, 'backup.sh'), ['--engine', first.url, ...places, '--to', kept, '--keep', '1'], {
        encoding: 'utf8',
      });
    const said = backup();
    const [name] = readdirSync(kept);
    expect(said).toContain(name);
    const snapshots = (await (await fetch(`${first.url}/snapshot/list`)).json()) as { snapshots: string[] };
    expect(snapshots.snapshots).toEqual([]);
    // What comes after the backup is not in it.
    await send(first.url, 'late', [`wx temp=1 ${END_S}`]);
    await first.stop();
    rmSync(join(data, 'data'), { recursive: true });
    writeFileSync(join(hub, 'stations.json'), 'broken');

    const restored = spawnSync(join(DEPLOY, 'restore.sh'), [join(kept, name!), ...places, '--no-services'], {
      encoding: 'utf8',
    });
    expect(restored.stderr).toBe('');
    expect(restored.stdout).toContain('restored from');
    expect(readFileSync(join(hub, 'stations.json'), 'utf8')).toBe('{"stations":1}');
    // Nothing was overwritten: what was there lies beside it.
    expect(readdirSync(folder).filter((one) => /^(engine|hub)\.before-/.test(one)).length).toBe(2);
    const second = await engine(data);
    expect(await second.counts(EVERYTHING)).toEqual(stored);
    await second.stop();
  });

  it('is not there when the engine is not, nor is half of one', () => {
    const kept = join(folder, 'backups');
    mkdirSync(join(folder, 'engine'));
    const places = ['--engine-data', join(folder, 'engine'), '--hub-data', join(folder, 'hub')];
    const { status, stderr } = spawnSync(
      join(DEPLOY, 'backup.sh'),
      ['--engine', 'http://127.0.0.1:9', ...places, '--to', kept],
      { encoding: 'utf8' },
    );
    expect(status).not.toBe(0);
    expect(stderr).toContain('made no snapshot');
    expect(readdirSync(kept)).toEqual([]);
    const wrong = spawnSync(join(DEPLOY, 'restore.sh'), [folder, ...places, '--no-services'], { encoding: 'utf8' });
    expect([wrong.status, wrong.stderr]).toEqual([1, `weatherglass: ${folder} is not a backup of an engine\n`]);
  });
});

describe('what the scripts ask of the disk', () => {
  /** A fleet's folders, and an engine that makes its snapshot at once, played by a `curl` of ours. */
  const fleet = () => {
    const [data, hub, kept, bin] = ['engine', 'hub', 'backups', 'bin'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ];
    for (const part of ['data', 'indexdb']) {
      mkdirSync(join(data, 'snapshots/1', part), { recursive: true });
      writeFileSync(join(data, 'snapshots/1', part, 'values'), part);
    }
    for (const one of [hub, kept, bin]) mkdirSync(one);
    writeFileSync(join(hub, 'stations.json'), '{"stations":1}');
    const program = (name: string, text: string) =>
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    program('curl', `echo '{"status":"ok","snapshot":"1"}'`);
    return { data, hub, kept, bin, program, env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` } };
  };

  it('an older backup goes only when every file of the new one is on the disk', () => {
    const { data, hub, kept, bin, program, env } = fleet();
    mkdirSync(join(kept, '20250101T000000Z'));
    const [asked, backup] = [join(folder, 'asked'), join(DEPLOY, 'backup.sh')];
    const args = ['--engine-data', data, '--hub-data', hub, '--to', kept, '--keep', '1'];
    program('sync', `echo "$* | $(LC_ALL=C ls -A '${kept}' | tr '\n' ' ')" >>'${asked}'`);
    execFileSync(backup, args, { env, encoding: 'utf8' });
    const [whole, named, ...more] = readFileSync(asked, 'utf8').trim().split('\n');
    expect(more).toEqual([]);
    // -f: the file system with all that is in it. Without it only the folder's list of names reaches the disk.
    expect(whole).toMatch(/^-f \S+\/\.part-\d+ \| \.part-\d+ 20250101T000000Z/);
    expect(named).toMatch(/^-f \S+ \| 20250101T000000Z \d{8}T\d{6}Z/);
    const [only, ...older] = readdirSync(kept);
    expect(older).toEqual([]);

    program('sync', 'exit 1');
    program('date', 'echo 20990101T000000Z');
    expect(spawnSync(backup, args, { env }).status).not.toBe(0);
    expect(readdirSync(kept)).toEqual([only]);
    expect(readdirSync(bin).sort()).toEqual(['curl', 'date', 'sync']);
  });

  it('a restore that was cut off leaves nothing that the next one falls into', () => {
    const { data, hub, kept } = fleet();
    const backup = join(kept, '20250101T000000Z');
    cpSync(join(data, 'snapshots/1'), join(backup, 'engine'), { recursive: true });
    mkdirSync(join(`${data}.new`, 'data'), { recursive: true });
    writeFileSync(join(`${data}.new`, 'data/half'), '');
    const args = [backup, '--engine-data', data, '--hub-data', hub, '--no-services'];
    execFileSync(join(DEPLOY, 'restore.sh'), args, { encoding: 'utf8' });
    expect(readdirSync(data).sort()).toEqual(['data', 'indexdb']);
    expect(readdirSync(join(data, 'data'))).toEqual(['values']);
    expect(existsSync(`${data}.new`)).toBe(false);
  });

  it('a restore that is cut off anywhere brings nobody back who was removed or erased since', () => {
    const { data, hub, kept, program, env } = fleet();
    const backup = join(kept, '20250101T000000Z');
    cpSync(join(data, 'snapshots/1'), join(backup, 'engine'), { recursive: true });
    cpSync(hub, join(backup, 'hub'), { recursive: true });
    const lists = ['removed.json', 'erased.json', 'people.json'];
    const done = join(folder, 'done');
    // Each program that changes the disk does its work, and the n-th ends the script after it, as a power cut would.
    for (const name of ['cp', 'mv'])
      program(
        name,
        `PATH=/usr/bin:/bin; ${name} "$@"; read -r n <${done}; echo $((n + 1)) >${done}; [ "$n" != "$CUT" ] || kill -9 $PPID`,
      );
    program('sync', 'exit 0');
    program('date', 'echo "$CUT"'); // the script waits a second for a name of its own
    const args = [backup, '--engine-data', data, '--hub-data', hub, '--no-services'];
    let cuts = 0;
    for (let isWhole = false; !isWhole; cuts++) {
      for (const name of lists) {
        writeFileSync(join(backup, 'hub', name), '{"logins":[]}');
        writeFileSync(join(hub, name), '{"logins":["gone-since"]}');
      }
      writeFileSync(done, '1\n');
      const cut = spawnSync(join(DEPLOY, 'restore.sh'), args, { env: { ...env, CUT: String(cuts + 1) } });
      isWhole = cut.status === 0;
      for (const name of existsSync(hub) ? lists : [])
        expect(readFileSync(join(hub, name), 'utf8'), `${name} after cut ${cuts + 1}`).toContain('gone-since');
      if (!existsSync(hub)) renameSync(`${hub}.new`, hub); // between two renames nothing has its name
    }
    expect(cuts).toBeGreaterThan(8);
  });

  it('who was removed or erased since the backup stays so', () => {
    const { data, hub, kept } = fleet();
    const backup = join(kept, '20250101T000000Z');
    cpSync(join(data, 'snapshots/1'), join(backup, 'engine'), { recursive: true });
    cpSync(hub, join(backup, 'hub'), { recursive: true });
    const list = (folder: string, name: string, logins: string[]) =>
      writeFileSync(join(folder, name), JSON.stringify({ version: 1, logins }));
    list(join(backup, 'hub'), 'removed.json', ['one-before']);
    list(hub, 'removed.json', ['one-before', 'gone-since']);
    list(hub, 'erased.json', ['gone-since']);
    for (const name of ['people.json', 'programs.json', 'group-alerts.json']) {
      list(join(backup, 'hub'), name, ['somebody-removed-since']);
      list(hub, name, ['now']);
    }
    writeFileSync(join(hub, 'programs.json'), '{"version":1,'); // damaged: that of the backup is better
    writeFileSync(join(backup, 'hub/audit.jsonl'), '\n"the name of an erased one"');
    writeFileSync(join(backup, 'hub/audit-before.jsonl'), '\n"and older"');
    writeFileSync(join(hub, 'audit.jsonl'), '\n"since"');
    const args = [backup, '--engine-data', data, '--hub-data', hub, '--no-services'];
    expect(execFileSync(join(DEPLOY, 'restore.sh'), args, { encoding: 'utf8' })).toContain('secrets of stations are');
    for (const name of ['removed.json', 'erased.json'])
      expect(readFileSync(join(hub, name), 'utf8')).toContain('gone-since');
    for (const name of ['people.json', 'group-alerts.json'])
      expect(readFileSync(join(hub, name), 'utf8')).toBe('{"version":1,"logins":["now"]}');
    expect(readFileSync(join(hub, 'programs.json'), 'utf8')).toContain('somebody-removed-since');
    expect(readdirSync(hub).filter((name) => name.startsWith('audit'))).toEqual(['audit.jsonl']);
    expect(readFileSync(join(hub, 'audit.jsonl'), 'utf8')).toBe('\n"since"');
    // On a new machine they are those of the backup.
    rmSync(hub, { recursive: true });
    execFileSync(join(DEPLOY, 'restore.sh'), args, { encoding: 'utf8' });
    expect(readFileSync(join(hub, 'people.json'), 'utf8')).toContain('somebody-removed-since');
  });
});
