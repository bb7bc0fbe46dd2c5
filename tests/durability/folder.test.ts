import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardRow, noise } from '../../bench/_history-data.ts';
import { heavyInside, openHistory } from '../../src/main/open-history.ts';
import { UserError } from '../../src/main/user-error.ts';
import type { Heavy } from '../../src/station/jobs/heavy.ts';
import { StoreRefusal } from '../../src/station/store/sqlite/store-refusal.ts';
import type { StoreOptions } from '../../src/station/store/tables.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { backup, decimatedOf } from '../support/store-work.ts';
import { historyOf, settingsFor } from './history-on-disk.ts';
import { bundled, spawnNode } from './processes.ts';
import { clearFolders, fill, openIn, past, SetClock, START, tempFolder } from './support.ts';

afterAll(clearFolders);

describe('a full disk', () => {
  it('keeps the station going, is told once, and is over when there is room again', async (context) => {
    const disk = SmallDisk.during(context, 12);
    const { folder } = disk;
    const data = join(folder, 'data');
    writeFileSync(join(folder, 'config.yaml'), 'site: {}\n');
    const clock = new SetClock(START);
    const store = openIn(data, clock);
    fill(store, START - 3600, START, 2);
    await backup(store, 7, clock.now);
    const untouched = [join(folder, 'config.yaml'), ...backupsIn(data)].map(
      (path) => [path, readFileSync(path)] as const,
    );

    disk.fill();
    const random = noise(1);
    for (let i = 0; i < 600; i += 1) {
      clock.now += 2;
      store.samples.append(boardRow(clock.now, random));
      if (i % 15 === 14) store.flush();
    }
    expect(store.trouble?.detail).toMatch(/disk/);
    expect(store.samples.queued).toBeGreaterThan(500);
    expect(store.samples.latest()!.ts).toBe(clock.now);
    expect(decimatedOf(store, 1, 5000, clock.now).n).toBe(1800);
    expect(store.events.recentOf(['storage'], 10).length).toBe(1);

    disk.makeRoom();
    store.flush();
    expect(store.trouble).toBeNull();
    expect(store.samples.queued).toBe(0);
    expect(store.events.recentOf(['storage'], 10).map((event) => event.severity)).toEqual(['info', 'error']);
    for (const [path, bytes] of untouched) expect(readFileSync(path).equals(bytes)).toBe(true);
    store.close();
    const again = openIn(data, clock);
    expect(again.finding).toBeNull();
    expect([...again.samples.pages(0, clock.now)].flat().length).toBe(1800 + 600);
    again.close();
  });
});

const backupsIn = (data: string): string[] =>
  execFileSync('ls', [join(data, 'backups')], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((name) => join(data, 'backups', name));

describe('a folder that cannot be used', () => {
  it('is refused with one sentence when it is read-only', (context) => {
    const disk = SmallDisk.during(context, 1);
    mkdirSync(join(disk.folder, 'data'));
    execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
    for (const data of [join(disk.folder, 'data'), join(disk.folder, 'new')]) {
      expect(() => openIn(data)).toThrow(StoreRefusal);
      expect(() => openIn(data)).toThrow(/^\S.* cannot be written \(\w+\): .* choose another folder with --data\.$/);
    }
  });

  it('is refused when it is a file', () => {
    const file = join(tempFolder(), 'data');
    writeFileSync(file, '');
    expect(() => openIn(file)).toThrow(/is not a folder/);
  });
});

describe('a folder that somebody removes during the start', () => {
  it.each([
    ['before it is looked at', true],
    ['between the look and the opening', false],
  ])('ends it with one sentence: %s', async (_, isBefore) => {
    const { settings, clock } = historyOf(settingsFor(past(), { HOME: tempFolder() }));
    const { dataDir } = settings;
    const heavyFor = (options: StoreOptions): Heavy => ({
      run(name, input, handle) {
        const remove = () => rmSync(dataDir, { recursive: true, force: true });
        if (isBefore) remove();
        return heavyInside(options).run(name, input, handle).finally(remove);
      },
    });
    const start = openHistory({ settings, clock, kindFor: () => 'simulator', force: true, heavyFor });
    await expect(start).rejects.toThrow(UserError);
    await expect(start).rejects.toThrow(
      `The data folder ${dataDir} was removed or moved during the start: start again.`,
    );
  });
});

describe('a second station on one folder', () => {
  let script: string;
  beforeAll(async () => {
    script = await bundled('writer');
  });

  it('is refused and told the number of the first, until that has ended, however it ended', async () => {
    const folder = tempFolder();
    const first = spawnNode(script, [folder, String(START)]);
    await new Promise((resolve) => first.stdout.once('data', resolve));
    expect(() => openIn(folder)).toThrow(`Process ${first.pid} already runs a station on ${folder}`);
    first.kill('SIGKILL');
    await new Promise((resolve) => first.once('exit', resolve));
    const store = openIn(folder, new SetClock(START + 1000));
    expect(store.finding).toBeNull();
    expect(() => openIn(folder)).toThrow(`Process ${process.pid} already runs`);
    store.close();
  });

  it('does not mind a number left behind by a process that is long gone', () => {
    const folder = tempFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'weatherglass.pid'), '1\n');
    openIn(folder).close();
  });
});

describe('what was learned and what people said', () => {
  const STEP = 10;

  it('is what it was in a clean folder that was copied elsewhere: a label taken back stays so', async () => {
    const folder = tempFolder();
    const store = openIn(folder);
    fill(store, START - 3600, START, STEP);
    const id = store.labels.add({ ts: START, givenTs: START, kind: 'rain', value: 1, note: 'a slip', learned: true });
    await backup(store, 7, START);
    store.labels.remove(id);
    store.close();
    const moved = join(tempFolder(), 'moved');
    cpSync(folder, moved, { recursive: true }); // as cp -r: every file is of now
    const again = openIn(moved);
    expect(again.finding).toBeNull();
    expect(again.labels.recent(5)).toEqual([]);
    again.close();
  });
});
