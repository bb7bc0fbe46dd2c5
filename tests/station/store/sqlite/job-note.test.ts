import { describe, expect, it } from 'vitest';
import { openBare, using } from '../../../../src/station/store/sqlite/database.ts';
import { JobNote } from '../../../../src/station/store/sqlite/job-note.ts';

describe('the note of a job', () => {
  it('is not taken for none where a bad bit has made no JSON of it: half a job would be forgotten', () => {
    using(openBare(':memory:'), (db) => {
      db.exec('CREATE TABLE job (name TEXT PRIMARY KEY, started_ts INTEGER, state TEXT)');
      const note = new JobNote<{ from: number }>(db, 'move');
      expect(note.get()).toBeNull();
      note.put({ from: 7 });
      expect(note.get()).toEqual({ from: 7 });
      db.exec(`UPDATE job SET state = '{"from":'`);
      expect(() => note.get()).toThrow(/the row "move" .*"DELETE FROM job WHERE name = 'move'/);
    });
  });
});
