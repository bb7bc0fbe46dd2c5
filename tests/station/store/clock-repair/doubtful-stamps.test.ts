import { describe, expect, it } from 'vitest';
import { worded } from '../../../../src/station/answers/worded.ts';
import { openDatabase, openScratch } from '../../../../src/station/store/sqlite/database.ts';
import { migrate } from '../../../../src/station/store/sqlite/migrations/migrate.ts';
import { Events, type ToldEvent } from '../../../../src/station/store/tables/events.ts';
import { sentence } from '../../../../src/words/sentence.ts';
import { ENGLISH } from '../../../../src/words/speaker.ts';
import { speakerOf } from '../../../../src/words/speakers.ts';

const BEFORE = 5;
const probe: ToldEvent = {
  ts: 3,
  kind: 'probe',
  severity: 'warn',
  ...sentence('probe.crowd', { found: ['28-01', '28-02'], reading: '28-01' }),
  data: { device: '28-01' },
};

describe('an event', () => {
  it('of long ago speaks the language of today, and its data are what they were', async () => {
    const events = new Events(openDatabase(':memory:'));
    events.add(probe);
    const german = worded(events.recent(1), await speakerOf('de'));
    expect(german).toEqual([
      {
        id: 1,
        ts: 3,
        kind: 'probe',
        severity: 'warn',
        detail: '2 Fühler gefunden (28-01, 28-02); gelesen wird 28-01. Auswahl mit „Fühlerkennung“.',
        data: { device: '28-01' },
      },
    ]);
    expect(worded(events.recent(1), ENGLISH)[0]?.detail).toBe(probe.detail);
  });

  it('that the disk has not taken yet speaks it as well', async () => {
    const db = openDatabase(':memory:');
    const events = new Events(db);
    db.pragma('query_only = ON'); // refuses every write, as a disk that has become read-only does
    events.add(probe);
    const german = await speakerOf('de');
    expect(events.held).toHaveLength(1);
    const told = worded(events.recent(1), german)[0]?.detail;
    expect(told).toMatch(/^2 Fühler gefunden/);
    db.pragma('query_only = OFF');
    events.flush();
    expect(worded(events.recent(1), german)[0]).toMatchObject({ id: 1, detail: told });
  });

  it('of a program before keeps its English, whatever is asked for', async () => {
    const db = openScratch(BEFORE);
    db.exec(
      `INSERT INTO event (ts, kind, severity, detail, data) VALUES (1, 'startup', 'info', 'as it was said', '{"a":1}')`,
    );
    migrate(db);
    expect(worded(new Events(db).recent(5), await speakerOf('de'))).toEqual([
      { id: 1, ts: 1, kind: 'startup', severity: 'info', detail: 'as it was said', data: { a: 1 } },
    ]);
  });

  it('can be read by a program before: its question finds the English sentence', () => {
    const db = openDatabase(':memory:');
    new Events(db).add(probe);
    // As it asked, by name.
    expect(db.prepare('SELECT id, ts, kind, severity, detail, data FROM event').all()).toEqual([
      { id: 1, ts: 3, kind: 'probe', severity: 'warn', detail: probe.detail, data: '{"device":"28-01"}' },
    ]);
  });
});
