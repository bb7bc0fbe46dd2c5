import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { patrol } from '../../../src/station/store/rescue/integrity/patrol.ts';
import { openDatabase } from '../../../src/station/store/sqlite/database.ts';
import { openIn, SetClock, START } from '../support.ts';
import { AT, HOURS, places, toldBy } from './places.ts';
import { count, type Place, SHELL, type State, sh, sql, theirs } from './shell.ts';

const { placeOf, placeOfKilled } = places();

const EDITED_MS = (START - (HOURS - 1) * 3600) * 1000;
const edit = (table = 'sample'): string => `UPDATE ${table} SET temp = 99 WHERE ts_ms = ${EDITED_MS}`;

/** A dump, edited and read into a new file, which goes into its place. */
const DUMP_AND_EDIT = `sqlite3 "$DB" .dump | awk '/^CREATE TRIGGER/ && !n++ { print "${edit()};" } { print }' | sqlite3 "$FOLDER/new.db"
  rm -f "$DB-wal" "$DB-shm"; mv "$FOLDER/new.db" "$DB"`;

/** Ways to change a row of which none of our triggers hears. */
const UNHEARD: { name: string; act: (place: Place) => void; states?: readonly State[] }[] = [
  { name: 'a trigger dropped', act: sql('DROP TRIGGER sample_sum_remade', edit()) },
  {
    // As DB Browser does it: https://www.sqlite.org/lang_altertable.html#otheralter
    name: 'the table made anew under its name',
    act: (place) => {
      const parts = theirs(place.db);
      const [made] = parts.filter((text) => text.startsWith('CREATE TABLE sample '));
      const triggers = parts.filter((text) => /^CREATE TRIGGER sample_/.test(text));
      expect(triggers.length).toBeGreaterThan(2);
      sql(
        'PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; BEGIN',
        made!.replace('TABLE sample ', 'TABLE anew '),
        `INSERT INTO anew SELECT * FROM sample; ${edit('anew')}`,
        'DROP TABLE sample; ALTER TABLE anew RENAME TO sample',
        ...triggers,
        'COMMIT',
      )(place);
    },
  },
  {
    name: 'triggers switched off',
    act: ({ db }) => void execFileSync('sqlite3', ['-cmd', '.dbconfig enable_trigger off', db, edit()]),
    states: ['stopped'],
  },
  { name: 'a dump, edited', act: sh(DUMP_AND_EDIT), states: ['stopped', 'killed'] },
  {
    name: 'a dump, edited, of what was a dump before',
    act: (place) => {
      sh(DUMP_AND_EDIT.replace('temp = 99', 'temp = 98'))(place);
      openIn(place.folder, new SetClock(AT)).close();
      sh(DUMP_AND_EDIT)(place);
    },
    states: ['stopped'],
  },
];

describe.skipIf(!SHELL)('a row that another program changed unheard', () => {
  const all = UNHEARD.flatMap(({ states = ['stopped', 'killed', 'running'], ...one }) =>
    states.map((state) => ({ ...one, state })),
  );

  it.each(all)('stays as it was changed, though a backup has it otherwise: $name, $state', async ({ act, state }) => {
    const place = state === 'killed' ? await placeOfKilled() : placeOf();
    const temp = () => count(place.db, `SELECT temp FROM sample WHERE ts_ms = ${EDITED_MS}`);
    const store = state === 'running' ? openIn(place.folder, new SetClock(AT)) : null;
    act(place);
    if (store !== null) {
      const beside = openDatabase(place.db);
      for (let i = 0; i < 3; i += 1) expect(patrol(beside, [place.backup], AT)).toEqual([]);
      beside.close();
      expect(temp()).toBe(99);
      store.close();
    }
    for (let start = 1; start <= 3; start += 1) {
      const again = openIn(place.folder, new SetClock(AT));
      expect(temp(), `after ${start} starts`).toBe(99);
      expect(toldBy(again).filter((text) => !/^Another program/.test(text))).toEqual([]);
      again.close();
    }
  });
});
