import { afterAll, describe, expect, it } from 'vitest';
import { openReadOnly, using } from '../../src/station/store/sqlite/database.ts';
import type { Store } from '../../src/station/store/store.ts';
import { clearFolders, dbOf, fill, forget, openIn, START, tempFolder } from './support.ts';

const STEP = 10;
afterAll(clearFolders);

describe('a page of rows with numbers that has gone bad', () => {
  /** The leaf of a table with its last rows, and how many they are. */
  const lastLeaf = (folder: string, table: string): { pageno: number; ncell: number } => {
    const leaves = "SELECT pageno, ncell FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path DESC LIMIT 1";
    return using(
      openReadOnly(dbOf(folder)),
      (db) => db.prepare<[string], { pageno: number; ncell: number }>(leaves).get(table)!,
    );
  };
  const told = (store: Store, i: number): void =>
    store.events.add({ ts: START + i, kind: 'storage', severity: 'info', detail: `the event ${i}`, said: null });
  const said = (store: Store, i: number): number =>
    store.labels.add({ ts: START + i, givenTs: START + i, kind: 'rain', value: 1, note: `note ${i}`, learned: true });

  it.each([
    ['event', 'events', told],
    ['label', 'observations', said],
  ] as const)('costs so many, by an index that lists them, also behind the last number: %s', (table, words, add) => {
    const folder = tempFolder();
    const store = openIn(folder);
    fill(store, START - 600, START, STEP);
    for (let i = 0; i < 60; i += 1) add(store, i);
    store.close();
    const { pageno, ncell } = lastLeaf(folder, table);
    forget(folder, [pageno]);
    const again = openIn(folder);
    expect(again.finding!.salvage!.lost).toEqual([{ table, fromTs: null, untilTs: null, rows: ncell }]);
    expect(again.finding!.text).toContain(` Lost: ${ncell} ${words}.`);
    again.close();
  });

  it('costs no observation that was taken back before', () => {
    const folder = tempFolder();
    const store = openIn(folder);
    const ids = Array.from({ length: 60 }, (_, i) => said(store, i));
    store.labels.remove(ids.at(-2)!);
    store.close();
    const { pageno, ncell } = lastLeaf(folder, 'label');
    forget(folder, [pageno]);
    const again = openIn(folder);
    expect(again.finding!.text).toContain(` Lost: ${ncell} observations.`);
    again.close();
  });
});
