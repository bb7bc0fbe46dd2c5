import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { carveInto } from '../../../../src/station/store/rescue/carve/carve.ts';
import { PageFile } from '../../../../src/station/store/rescue/carve/page-file.ts';
import { salvage } from '../../../../src/station/store/rescue/salvage.ts';
import { openDatabase } from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE } from '../../../../src/station/store/store.ts';
import { AlarmMessages, type StoredMessage } from '../../../../src/station/store/tables/alarm-messages.ts';
import { NOON, Workshop } from '../support.ts';

const workshop = new Workshop();

const message = (fingerprint: string, more: Partial<StoredMessage> = {}): StoredMessage => ({
  channel: 'email',
  fingerprint,
  change: 'fired',
  tS: NOON,
  startedS: NOON - 60,
  endedS: null,
  quiet: '22:00-06:30',
  body: '{"id":"frost"}',
  ...more,
});

describe('waiting alarm messages', () => {
  it('are found by a rescue, every column of them', () => {
    const folder = workshop.folder();
    const store = workshop.open({ folder });
    const written = [message('a'), message('b', { endedS: NOON, quiet: null }), message('c', { tS: NOON + 0.25 })];
    store.alarmMessages.write(written, []);
    store.close();
    const db = openDatabase(join(workshop.folder(), DATABASE_FILE));
    const file = new PageFile(join(folder, DATABASE_FILE));
    carveInto(db, file, NOON);
    file.close();
    expect(new AlarmMessages(db).of('email')).toEqual(written);
    db.close();
  });

  it('of a database that proves damaged and of the one that stood in for it are there when it is rebuilt', () => {
    const store = workshop.open({ folder: workshop.folder() });
    store.alarmMessages.write([message('at home')], []);
    store.flush();
    store.place.hearOfDamage('a page is not what was written');
    expect(store.alarmMessages.of('email')).toEqual([]); // what was at home waits there
    store.alarmMessages.write([message('away'), message('delivered')], []);
    store.alarmMessages.write([], [message('delivered')]);
    store.rescued(salvage(store.place.rescue!));
    expect(store.alarmMessages.of('email').map(({ fingerprint }) => fingerprint)).toEqual(['at home', 'away']);
    store.close();
  });
});
