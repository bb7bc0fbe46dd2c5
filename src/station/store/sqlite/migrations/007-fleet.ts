const notingHours = (name: string, event: string): string =>
  `CREATE TRIGGER ${name} AFTER ${event} ON hourly
  WHEN NEW.ts < coalesce((SELECT from_ts FROM watermark WHERE tier = 'five_min'), 0)
    AND EXISTS (SELECT 1 FROM outbox WHERE corrects = 1 AND max(cursor_ts, tried_ts) > NEW.ts)
  BEGIN
    INSERT OR IGNORE INTO outbox_dirty (hour_ts, sink, taken)
      SELECT NEW.ts, name, 0 FROM outbox WHERE corrects = 1 AND max(cursor_ts, tried_ts) > NEW.ts;
  END;`;

/**
 * A receiver that never overwrites is sent a day that was made anew under another number (`outbox_rev`, none is 0). `tried_ts` is how far
 * rows have been on their way, arrived or not: what changes before it has changed for the receiver, too. `receiver` is who it was; somebody
 * else begins anew. Rows that go, or move to another time, are news, and so are hours of which nothing finer is kept.
 */
export const FLEET = `
ALTER TABLE outbox ADD COLUMN tried_ts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN receiver TEXT;
CREATE TABLE outbox_rev (sink TEXT NOT NULL, day_ts INTEGER NOT NULL, rev INTEGER NOT NULL,
  PRIMARY KEY (sink, day_ts)) STRICT, WITHOUT ROWID;
DROP TRIGGER five_min_made;
DROP TRIGGER five_min_remade;
CREATE TRIGGER five_min_made AFTER INSERT ON five_min
  WHEN EXISTS (SELECT 1 FROM outbox WHERE corrects = 1 AND max(cursor_ts, tried_ts) > NEW.ts)
  BEGIN
    INSERT OR IGNORE INTO outbox_dirty (hour_ts, sink, taken)
      SELECT NEW.ts / 3600 * 3600, name, 0 FROM outbox WHERE corrects = 1 AND max(cursor_ts, tried_ts) > NEW.ts;
  END;
CREATE TRIGGER five_min_remade AFTER UPDATE ON five_min
  WHEN EXISTS (SELECT 1 FROM outbox WHERE corrects = 1 AND max(cursor_ts, tried_ts) > min(OLD.ts, NEW.ts))
  BEGIN
    INSERT OR IGNORE INTO outbox_dirty (hour_ts, sink, taken)
      SELECT OLD.ts / 3600 * 3600, name, 0 FROM outbox WHERE corrects = 1 AND max(cursor_ts, tried_ts) > OLD.ts;
    INSERT OR IGNORE INTO outbox_dirty (hour_ts, sink, taken)
      SELECT NEW.ts / 3600 * 3600, name, 0 FROM outbox WHERE corrects = 1 AND max(cursor_ts, tried_ts) > NEW.ts;
  END;
CREATE TRIGGER five_min_gone AFTER DELETE ON five_min
  WHEN OLD.ts >= coalesce((SELECT from_ts FROM watermark WHERE tier = 'five_min'), 0)
    AND EXISTS (SELECT 1 FROM outbox WHERE corrects = 1 AND max(cursor_ts, tried_ts) > OLD.ts)
  BEGIN
    INSERT OR IGNORE INTO outbox_dirty (hour_ts, sink, taken)
      SELECT OLD.ts / 3600 * 3600, name, 0 FROM outbox WHERE corrects = 1 AND max(cursor_ts, tried_ts) > OLD.ts;
  END;
${notingHours('hourly_made', 'INSERT')}
${notingHours('hourly_remade', 'UPDATE')}
`;
