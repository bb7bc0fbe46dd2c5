const noting = (name: string, event: string): string =>
  `CREATE TRIGGER ${name} AFTER ${event} ON five_min
  WHEN EXISTS (SELECT 1 FROM outbox WHERE corrects = 1 AND cursor_ts > NEW.ts)
  BEGIN
    INSERT OR IGNORE INTO outbox_dirty (hour_ts, sink, taken)
      SELECT NEW.ts / 3600 * 3600, name, 0 FROM outbox WHERE corrects = 1 AND cursor_ts > NEW.ts;
  END;`;

/**
 * How far each receiver has been sent the five-minute rows that are there already: no copy waits anywhere. Who takes corrections
 * is sent the hours again in which a row was made anew after it had gone: late samples, a recompute, a clock that was set. `taken` is
 * an hour on its way; one that changes meanwhile stands there twice, and is sent once more.
 */
export const OUTBOX = `
CREATE TABLE outbox (name TEXT PRIMARY KEY, cursor_ts INTEGER NOT NULL, corrects INTEGER NOT NULL,
  last_success_ts REAL, last_error TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE outbox_dirty (hour_ts INTEGER NOT NULL, sink TEXT NOT NULL, taken INTEGER NOT NULL,
  PRIMARY KEY (hour_ts, sink, taken)) STRICT, WITHOUT ROWID;
${noting('five_min_made', 'INSERT')}
${noting('five_min_remade', 'UPDATE')}
`;
