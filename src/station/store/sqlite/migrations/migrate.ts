import type SqliteDatabase from 'better-sqlite3';
import { FIRST } from './001-first.ts';
import { SCALE } from './002-scale.ts';
import { CLOCK } from './003-clock.ts';
import { ISSUED } from './004-issued.ts';
import { OUTBOX } from './005-outbox.ts';
import { SAID } from './006-said.ts';
import { FLEET } from './007-fleet.ts';
import { VIEWS } from './008-views.ts';
import { ROW_SUMS } from './009-row-sums.ts';
import { RELEARNED } from './010-relearned.ts';
import { NARROW } from './011-narrow.ts';
import { ALARM_MESSAGES } from './012-alarm-messages.ts';
import { HEARD_AIR } from './013-heard-air.ts';
import { QUALITY } from './014-quality.ts';
import { IMPORTS } from './015-imports.ts';
import { IMPORT_VIEWS } from './016-import-views.ts';
import { HEARD_FLAGS } from './017-heard-flags.ts';

type Database = SqliteDatabase.Database;

/**
 * Append only: what a step that has shipped does is never changed, because somewhere it has already run, and it is never made from a
 * list in the program, because the list goes on changing: the files of the steps have all of it. The outcome of every step is written down in
 * `tests/station/store/schemas/`, and a test holds it there. A new table, column or view is a new file here and one more name in this list. No
 * step changes a row, because a rescue reads old files into the newest tables; 010 alone drops some that only an untrusted clock had left.
 */
const STEPS: readonly string[] = [
  FIRST,
  SCALE,
  CLOCK,
  ISSUED,
  OUTBOX,
  SAID,
  FLEET,
  VIEWS,
  ROW_SUMS,
  RELEARNED,
  NARROW,
  ALARM_MESSAGES,
  HEARD_AIR,
  QUALITY,
  IMPORTS,
  IMPORT_VIEWS,
  HEARD_FLAGS,
];

export const SCHEMA_VERSION = STEPS.length;

export const userVersionOf = (db: Database): number => db.pragma('user_version', { simple: true }) as number;

/** Brings a database to this program's schema. `until` stops at an older one, to compare files with. */
export function migrate(db: Database, until = SCHEMA_VERSION): void {
  const done = userVersionOf(db);
  if (done > SCHEMA_VERSION) throw new Error(`database schema ${done} is newer than this program's ${SCHEMA_VERSION}`);
  STEPS.slice(done, until).forEach((step, i) => {
    // The step and its number commit or roll back together.
    db.transaction(() => {
      db.exec(step);
      db.pragma(`user_version = ${done + i + 1}`);
    })();
  });
}
