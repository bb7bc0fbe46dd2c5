import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Store } from '../../../src/station/store/store.ts';
import { backup } from '../../support/store-work.ts';
import { bundled, spawnNode } from '../processes.ts';
import { clearFolders, dbOf, fill, openIn, SetClock, START, tempFolder } from '../support.ts';
import { type Place, SHELL, sql } from './shell.ts';

export const HOURS = 3;
export const ROWS = HOURS * 360;
export const BACKED_UP = ROWS / 2;
export const AT = START + 600;

/** The database of another station. */
export function anotherStation(): string {
  const folder = tempFolder();
  const store = openIn(folder, new SetClock(START - 86_400));
  fill(store, START - 86_400 - 3600, START - 86_400, 10);
  store.close();
  sql('PRAGMA journal_mode = WAL', 'PRAGMA user_version')({ db: dbOf(folder) });
  return dbOf(folder);
}

function placeIn(folder: string): Place {
  const backup = join(folder, 'backups', readdirSync(join(folder, 'backups'))[0]!);
  return { folder, db: dbOf(folder), backup };
}

/** Folders of a station with a past, each a copy of one: closed in order, or killed. Goes with the file of tests that asks for it. */
export function places() {
  let base: string;
  let script: string;
  beforeAll(async () => {
    if (!SHELL) return;
    script = await bundled('holder');
    base = tempFolder();
    const store = openIn(base);
    fill(store, START - HOURS * 3600, START - (HOURS * 3600) / 2, 10);
    store.labels.add({ ts: START - 9000, givenTs: START - 9000, kind: 'rain', value: 1, note: 'ours', learned: true });
    store.calibrations.add({
      ts: START - 9000,
      signal: 'temperature',
      reference: 20,
      before: 21,
      after: 20,
      state: { k: 0.5, P: 1, n: 1 },
    });
    await backup(store, 7, START);
    fill(store, START - (HOURS * 3600) / 2, START, 10);
    store.learned.saveAll([{ name: 'heads', version: 1, state: { n: 2 } }], START);
    store.close();
  });
  afterAll(clearFolders);

  /** The folder on its own, so that the note of its last stop is its own, too. */
  function placeOf(): Place {
    const folder = tempFolder();
    cpSync(base, folder, { recursive: true });
    openIn(folder).close();
    return placeIn(folder);
  }

  let killedOnce: Promise<string> | null = null;

  /** What a station leaves that is killed, with its log: killed once, and a copy with its times for each meeting. */
  async function placeOfKilled(): Promise<Place> {
    killedOnce ??= killed();
    const folder = tempFolder();
    cpSync(await killedOnce, folder, { recursive: true, preserveTimestamps: true });
    return placeIn(folder);
  }

  async function killed(): Promise<string> {
    const { folder } = placeOf();
    const holder = spawnNode(script, [folder, String(START + 300)]);
    const gone = new Promise((resolve) => holder.once('close', resolve));
    const said = await new Promise((resolve) => holder.stdout.once('data', (text) => resolve(String(text))));
    expect(said).toBe('committed sound\n');
    holder.kill('SIGKILL');
    await gone;
    return folder;
  }

  return { placeOf, placeOfKilled };
}

export const samplesIn = (store: Store): number => [...store.samples.pages(0, AT + 1000)].flat().length;
export const toldBy = (store: Store): string[] => store.events.recentOf(['storage'], 9).map(({ detail }) => detail);
