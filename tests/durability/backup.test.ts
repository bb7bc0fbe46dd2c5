import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  backupTimeS,
  describeBackup,
  listBackups,
  nightlyBackup,
} from '../../src/station/store/rescue/backups/backup.ts';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { command } from '../support/command.ts';
import { backup } from '../support/store-work.ts';
import { clearFolders, fill, openIn, SetClock, START, tempFolder } from './support.ts';

afterAll(clearFolders);
const never = { signal: new AbortController().signal, progress: () => {} };

const run = (...args: string[]) => command(args);

describe('nightly backups', () => {
  it('are sound copies of a store that goes on writing, and only the newest seven stay', async () => {
    const folder = tempFolder();
    const clock = new SetClock(START);
    const store = openIn(folder, clock);
    fill(store, START - 7200, START, 2);
    for (let night = 0; night < 9; night += 1) {
      clock.now = START + night * 86_400;
      const copying = backup(store, 7, clock.now);
      fill(store, clock.now, clock.now + 60, 2);
      const { path, bytes } = await copying;
      expect(damageOf(path)).toBeNull();
      expect(bytes).toBeGreaterThan(1e6);
    }
    const names = readdirSync(join(folder, 'backups'));
    expect(names.sort()).toEqual(Array.from({ length: 7 }, (_, i) => `weatherglass-202506${17 + i}-120000.db`));
    store.close();
  });

  it('of a clock that ran ahead do not win for ever, and do not have the later ones deleted', async () => {
    const folder = tempFolder();
    const clock = new SetClock(START);
    const store = openIn(folder, clock);
    fill(store, START - 600, START, 10);
    const kept = () => listBackups(join(folder, 'backups'));
    const holds = (path: string) => describeBackup(path).lastTs;
    clock.now = START + 40 * 3600;
    await backup(store, 1, clock.now);
    clock.now = START;
    const db = openReadOnly(join(folder, 'weatherglass.db'));
    for (let night = 1; night <= 3; night += 1) {
      clock.now = START + night * 3600;
      fill(store, clock.now - 20, clock.now, 10);
      const confirmed = night === 3;
      const time = { nowS: clock.now, confirmed };
      const { path } = await nightlyBackup(db, join(folder, 'backups'), night < 3 ? 1 : 7, time, never);
      expect(kept()[0]).toBe(path);
      expect(holds(path)).toBe(clock.now - 10);
      expect(kept().length).toBe(confirmed ? 2 : 1);
    }
    // The time is sure again, and so are the names.
    expect(kept().map((path) => backupTimeS(path) - START)).toEqual([3 * 3600, 3 * 3600 - 1]);
    expect(kept().map(holds)).toEqual([3 * 3600, 2 * 3600].map((s) => START + s - 10));
    db.close();
    store.close();
  });

  it('leave nothing half done behind when they are cut short', async () => {
    const folder = tempFolder();
    const store = openIn(folder);
    fill(store, START - 7200, START, 2);
    const stop = new AbortController();
    const cut = backup(store, 7, START, { signal: stop.signal, progress: () => stop.abort() });
    await expect(cut).rejects.toThrow();
    expect(readdirSync(join(folder, 'backups'))).toEqual([]);
    store.close();
  });
});

describe('weatherglass seed', () => {
  it.skipIf(process.getuid?.() !== 0)(
    'writes as the folder’s owner where root seeds, and through no link',
    async () => {
      const [folder, elsewhere] = [tempFolder(), tempFolder()];
      chownSync(folder, 1234, 1234);
      const seed = () => run('seed', '--days', '0.02', '--data', folder);
      symlinkSync(join(elsewhere, 'made.db'), join(folder, 'weatherglass.db'));
      expect((await seed()).code).toBe(1);
      expect(readdirSync(elsewhere)).toEqual([]);
      rmSync(join(folder, 'weatherglass.db'));
      expect((await seed()).code).toBe(0);
      expect(readdirSync(folder).map((name) => lstatSync(join(folder, name)).uid)).not.toContain(0);
      expect(process.geteuid?.()).toBe(0);
    },
  );
});

describe('weatherglass backup and restore', () => {
  it('copy a running station, and bring the copy back with the old database kept aside', async () => {
    const folder = tempFolder();
    const file = join(tempFolder(), 'copy.db');
    const clock = new SetClock(START);
    const store = openIn(folder, clock);
    fill(store, START - 7200, START, 2);
    expect(await run('backup', file, '--data', folder)).toMatchObject({ code: 0, err: '' });
    fill(store, START, START + 3600, 2);
    const refused = await run('restore', file, '--data', folder);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(`Process ${process.pid} already runs a station`);
    store.close();

    const restored = await run('restore', file, '--data', folder);
    expect(restored.code).toBe(0);
    expect(restored.out).toMatch(/the database before is kept as/);
    const again = openIn(folder, clock);
    expect(again.finding).toBeNull();
    expect([...again.samples.pages(0, START + 9999)].flat().length).toBe(3600);
    again.close();
    expect(readdirSync(folder).filter((name) => name.includes('before-restore')).length).toBe(1);
    // Where the file system takes no folders, Node's own way of making one never ends.
    expect(await run('restore', file, '--data', '/proc/no-station')).toMatchObject({
      code: 1,
      err: 'weatherglass: /proc/no-station: no folder can be created here (ENOENT).\n',
    });
  });

  it.skipIf(process.getuid?.() !== 0)(
    'write as the folder’s owner where root restores, and through no link',
    async () => {
      const [folder, elsewhere] = [tempFolder(), tempFolder()];
      const [file, foreign] = [join(elsewhere, 'copy.db'), join(elsewhere, 'shadow')];
      const store = openIn(elsewhere);
      fill(store, START - 7200, START, 2);
      store.close();
      expect(await run('backup', file, '--data', elsewhere)).toMatchObject({ code: 0 });
      chmodSync(file, 0o600);
      for (const name of ['weatherglass.lock', 'weatherglass.pid', 'weatherglass.swap.new']) {
        writeFileSync(foreign, 'root:secret', { mode: 0o600 });
        symlinkSync(foreign, join(folder, name));
        for (const path of [folder, elsewhere]) chownSync(path, 1234, 1234);
        const refused = await run('restore', file, '--data', folder);
        expect([name, refused.code, readFileSync(foreign, 'utf8')]).toEqual([name, 1, 'root:secret']);
        expect(refused.err).toContain(`${name} is a link`);
        rmSync(join(folder, name), { force: true });
      }
      // A backup that only root can read is restored all the same, and what is made belongs to the station.
      expect(await run('restore', file, '--data', folder)).toMatchObject({ code: 0 });
      expect(readdirSync(folder).map((name) => lstatSync(join(folder, name)).uid)).not.toContain(0);
      expect(process.geteuid?.()).toBe(0);
    },
  );

  it('refuse what is no database, what is not there and what would be overwritten', async () => {
    const folder = tempFolder();
    const junk = join(folder, 'junk.db');
    writeFileSync(junk, 'not a database, but long enough to look like a file with something in it');
    expect((await run('restore', junk, '--data', folder)).err).toMatch(/cannot be restored: /);
    expect((await run('restore', folder, '--data', folder)).err).toMatch(/is a folder, not a file/);
    expect((await run('restore', join(folder, 'nothing.db'), '--data', folder)).err).toMatch(/does not exist/);
    expect((await run('backup', junk, '--data', folder)).err).toMatch(/exists already/);
    expect((await run('backup', join(folder, 'x.db'), '--data', folder)).err).toMatch(/There is no database/);
    expect(existsSync(join(folder, 'x.db'))).toBe(false);
  });
});
