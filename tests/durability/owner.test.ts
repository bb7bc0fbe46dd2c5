import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { canBeAnother } from '../support/as-another-user.ts';
import { clearFolders, fill, openIn, SetClock, START, tempFolder } from './support.ts';

const SOMEBODY = 54_321;
if (!canBeAnother) console.warn('\nSKIPPED: only root can give files to others, where these may open this folder\n');
afterAll(clearFolders);

const give = (folder: string, uid: number) => {
  for (const name of readdirSync(folder)) chownSync(join(folder, name), uid, uid);
  chownSync(folder, uid, uid);
};

/** As a user who owns the folder and is not root. */
function asSomebody<T>(folder: string, work: () => T): T {
  const all = join(folder, '..'); // of every test that runs: they keep what rights they have there
  chmodSync(all, (statSync(all).mode & 0o7777) | 0o055);
  give(folder, SOMEBODY);
  process.seteuid!(SOMEBODY);
  try {
    return work();
  } finally {
    process.seteuid!(0);
  }
}

/** What root does meanwhile. */
function asRoot(work: () => void): void {
  process.seteuid!(0);
  work();
  process.seteuid!(SOMEBODY);
}

describe.skipIf(!canBeAnother)('files of another owner', () => {
  it('backups that may not be read keep no station from its start', () => {
    const folder = tempFolder();
    asSomebody(folder, () => {
      const store = openIn(folder);
      fill(store, START - 600, START, 10);
      store.close();
      asRoot(() => mkdirSync(join(folder, 'backups'), { mode: 0o700 }));
      const again = openIn(folder, new SetClock(START + 60));
      expect(again.finding).toBeNull();
      expect(again.samples.newestTs()).toBe(START - 10);
      again.close();
    });
  });

  it('a folder that is given to another while the station runs costs nothing, and a stop ends as ever', () => {
    const folder = tempFolder();
    asSomebody(folder, () => {
      const store = openIn(folder);
      fill(store, START - 600, START, 10);
      asRoot(() => {
        chownSync(folder, 0, 0);
        chmodSync(folder, 0o755);
      });
      fill(store, START, START + 60, 10);
      expect(store.close()).toBe(0);
    });
    asSomebody(folder, () => {
      const again = openIn(folder, new SetClock(START + 120));
      expect(again.finding).toBeNull();
      expect(again.samples.newestTs()).toBe(START + 50);
      again.close();
    });
  });

  it('a start names the file that it may not use', () => {
    const folder = tempFolder();
    asSomebody(folder, () => {
      openIn(folder).close();
      asRoot(() => {
        chownSync(join(folder, 'weatherglass.clean'), 0, 0);
        chmodSync(join(folder, 'weatherglass.clean'), 0o600);
      });
      expect(() => openIn(folder)).toThrow(join(folder, 'weatherglass.clean'));
    });
  });
});
