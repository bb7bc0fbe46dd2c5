/**
 * Narrow tables: a row for each value of what only some stations have (wind, rain, a battery), under the moment of its sample. By time
 * and not by quantity: a commit then writes one place and not one for each (`docs/develop/storage.md`). `narrow_quantity` names the
 * numbers that are in use. `tier` tells the folded rows apart when a page of a damaged file is read by itself. Views for other
 * programs, as in `008-views.ts`.
 */
export const NARROW = `
CREATE TABLE narrow_quantity (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL) STRICT;
CREATE TABLE narrow_sample (ts_ms INTEGER NOT NULL, quantity INTEGER NOT NULL, value REAL NOT NULL,
  PRIMARY KEY (ts_ms, quantity)) STRICT, WITHOUT ROWID;
CREATE TABLE narrow_five_min (ts INTEGER NOT NULL, quantity INTEGER NOT NULL, n INTEGER NOT NULL, value REAL, lo REAL,
  hi REAL, steadiness REAL, tier INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (ts, quantity)) STRICT, WITHOUT ROWID;
CREATE TABLE narrow_hourly (ts INTEGER NOT NULL, quantity INTEGER NOT NULL, n INTEGER NOT NULL, value REAL, lo REAL,
  hi REAL, steadiness REAL, tier INTEGER NOT NULL DEFAULT 2, PRIMARY KEY (ts, quantity)) STRICT, WITHOUT ROWID;
CREATE TABLE narrow_half_day (ts INTEGER NOT NULL, quantity INTEGER NOT NULL, n INTEGER NOT NULL, value REAL, lo REAL,
  hi REAL, steadiness REAL, tier INTEGER NOT NULL DEFAULT 3, PRIMARY KEY (ts, quantity)) STRICT, WITHOUT ROWID;
CREATE TRIGGER narrow_sample_sum_made AFTER INSERT ON narrow_sample BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_sample' AND from_key = NEW.ts_ms / 3600000 * 3600000;
  END;
CREATE TRIGGER narrow_sample_sum_remade AFTER UPDATE ON narrow_sample BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_sample' AND from_key = OLD.ts_ms / 3600000 * 3600000;
    DELETE FROM row_sum WHERE tbl = 'narrow_sample' AND from_key = NEW.ts_ms / 3600000 * 3600000;
  END;
CREATE TRIGGER narrow_sample_sum_gone AFTER DELETE ON narrow_sample BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_sample' AND from_key = OLD.ts_ms / 3600000 * 3600000;
  END;
CREATE TRIGGER narrow_five_min_sum_made AFTER INSERT ON narrow_five_min BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_five_min' AND from_key = NEW.ts / 86400 * 86400;
  END;
CREATE TRIGGER narrow_five_min_sum_remade AFTER UPDATE ON narrow_five_min BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_five_min' AND from_key = OLD.ts / 86400 * 86400;
    DELETE FROM row_sum WHERE tbl = 'narrow_five_min' AND from_key = NEW.ts / 86400 * 86400;
  END;
CREATE TRIGGER narrow_five_min_sum_gone AFTER DELETE ON narrow_five_min BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_five_min' AND from_key = OLD.ts / 86400 * 86400;
  END;
CREATE TRIGGER narrow_hourly_sum_made AFTER INSERT ON narrow_hourly BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_hourly' AND from_key = NEW.ts / 864000 * 864000;
  END;
CREATE TRIGGER narrow_hourly_sum_remade AFTER UPDATE ON narrow_hourly BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_hourly' AND from_key = OLD.ts / 864000 * 864000;
    DELETE FROM row_sum WHERE tbl = 'narrow_hourly' AND from_key = NEW.ts / 864000 * 864000;
  END;
CREATE TRIGGER narrow_hourly_sum_gone AFTER DELETE ON narrow_hourly BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_hourly' AND from_key = OLD.ts / 864000 * 864000;
  END;
CREATE TRIGGER narrow_half_day_sum_made AFTER INSERT ON narrow_half_day BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_half_day' AND from_key = NEW.ts / 10368000 * 10368000;
  END;
CREATE TRIGGER narrow_half_day_sum_remade AFTER UPDATE ON narrow_half_day BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_half_day' AND from_key = OLD.ts / 10368000 * 10368000;
    DELETE FROM row_sum WHERE tbl = 'narrow_half_day' AND from_key = NEW.ts / 10368000 * 10368000;
  END;
CREATE TRIGGER narrow_half_day_sum_gone AFTER DELETE ON narrow_half_day BEGIN
    DELETE FROM row_sum WHERE tbl = 'narrow_half_day' AND from_key = OLD.ts / 10368000 * 10368000;
  END;
CREATE VIEW v_other_samples AS SELECT ts_ms AS time_ms, ts_ms / 1000.0 AS time_s,
  strftime('%Y-%m-%dT%H:%M:%fZ', ts_ms / 1000.0, 'unixepoch') AS time_utc, q.name AS quantity, q.unit, value
  FROM narrow_sample JOIN narrow_quantity q ON q.id = quantity;
CREATE VIEW v_other_five_minutes AS SELECT ts AS time_s, strftime('%Y-%m-%dT%H:%M:%SZ', ts, 'unixepoch') AS time_utc,
  q.name AS quantity, q.unit, n AS samples, value, lo AS value_min, hi AS value_max
  FROM narrow_five_min JOIN narrow_quantity q ON q.id = quantity;
CREATE VIEW v_other_hours AS SELECT ts AS time_s, strftime('%Y-%m-%dT%H:%M:%SZ', ts, 'unixepoch') AS time_utc,
  q.name AS quantity, q.unit, n AS samples, value, lo AS value_min, hi AS value_max
  FROM narrow_hourly JOIN narrow_quantity q ON q.id = quantity;
`;
