/**
 * Checksums of the rows of one stretch of a large table. SQLite has none, so a bit that a bad card turns inside a number is a sound file to
 * it. Whoever writes a row, this program or another, drops the sum of its stretch with it; so a sum that is there and does not agree
 * tells of rows that nobody wrote. A step that adds a column to one of these tables needs to do nothing: the columns are summed, too.
 */
export const ROW_SUMS = `
CREATE TABLE row_sum (tbl TEXT NOT NULL, from_key INTEGER NOT NULL, sum BLOB NOT NULL,
  PRIMARY KEY (tbl, from_key)) STRICT, WITHOUT ROWID;
CREATE TRIGGER sample_sum_made AFTER INSERT ON sample BEGIN
    DELETE FROM row_sum WHERE tbl = 'sample' AND from_key = NEW.ts_ms / 3600000 * 3600000;
  END;
CREATE TRIGGER sample_sum_remade AFTER UPDATE ON sample BEGIN
    DELETE FROM row_sum WHERE tbl = 'sample' AND from_key = OLD.ts_ms / 3600000 * 3600000;
    DELETE FROM row_sum WHERE tbl = 'sample' AND from_key = NEW.ts_ms / 3600000 * 3600000;
  END;
CREATE TRIGGER sample_sum_gone AFTER DELETE ON sample BEGIN
    DELETE FROM row_sum WHERE tbl = 'sample' AND from_key = OLD.ts_ms / 3600000 * 3600000;
  END;
CREATE TRIGGER five_min_sum_made AFTER INSERT ON five_min BEGIN
    DELETE FROM row_sum WHERE tbl = 'five_min' AND from_key = NEW.ts / 86400 * 86400;
  END;
CREATE TRIGGER five_min_sum_remade AFTER UPDATE ON five_min BEGIN
    DELETE FROM row_sum WHERE tbl = 'five_min' AND from_key = OLD.ts / 86400 * 86400;
    DELETE FROM row_sum WHERE tbl = 'five_min' AND from_key = NEW.ts / 86400 * 86400;
  END;
CREATE TRIGGER five_min_sum_gone AFTER DELETE ON five_min BEGIN
    DELETE FROM row_sum WHERE tbl = 'five_min' AND from_key = OLD.ts / 86400 * 86400;
  END;
CREATE TRIGGER hourly_sum_made AFTER INSERT ON hourly BEGIN
    DELETE FROM row_sum WHERE tbl = 'hourly' AND from_key = NEW.ts / 864000 * 864000;
  END;
CREATE TRIGGER hourly_sum_remade AFTER UPDATE ON hourly BEGIN
    DELETE FROM row_sum WHERE tbl = 'hourly' AND from_key = OLD.ts / 864000 * 864000;
    DELETE FROM row_sum WHERE tbl = 'hourly' AND from_key = NEW.ts / 864000 * 864000;
  END;
CREATE TRIGGER hourly_sum_gone AFTER DELETE ON hourly BEGIN
    DELETE FROM row_sum WHERE tbl = 'hourly' AND from_key = OLD.ts / 864000 * 864000;
  END;
CREATE TRIGGER half_day_sum_made AFTER INSERT ON half_day BEGIN
    DELETE FROM row_sum WHERE tbl = 'half_day' AND from_key = NEW.ts / 10368000 * 10368000;
  END;
CREATE TRIGGER half_day_sum_remade AFTER UPDATE ON half_day BEGIN
    DELETE FROM row_sum WHERE tbl = 'half_day' AND from_key = OLD.ts / 10368000 * 10368000;
    DELETE FROM row_sum WHERE tbl = 'half_day' AND from_key = NEW.ts / 10368000 * 10368000;
  END;
CREATE TRIGGER half_day_sum_gone AFTER DELETE ON half_day BEGIN
    DELETE FROM row_sum WHERE tbl = 'half_day' AND from_key = OLD.ts / 10368000 * 10368000;
  END;
`;
