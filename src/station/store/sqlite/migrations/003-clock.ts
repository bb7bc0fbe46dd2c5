/**
 * Stretches of one clock, the newest last, and how things stood before the newest of them while nobody vouches for it. The triggers
 * keep the first version of whatever is overwritten under such a clock: learned state, forecasts that were settled, scores. When
 * the clock turns out to have been wrong, the station goes on from there and learns the moved rows again. What a calibration or
 * a backup left is no matter of time and is not taken back.
 */
export const CLOCK = `
CREATE TABLE clock_segment (id INTEGER PRIMARY KEY, from_ms INTEGER NOT NULL, offset_s REAL NOT NULL,
  wall_offset_s REAL NOT NULL, boot TEXT NOT NULL, leapt INTEGER NOT NULL, confirmed INTEGER NOT NULL,
  event_id INTEGER NOT NULL, label_id INTEGER NOT NULL, calibration_id INTEGER NOT NULL,
  moving_by_ms INTEGER, moved_to_ms INTEGER) STRICT;
CREATE TABLE learned_before (name TEXT PRIMARY KEY, version INTEGER, saved_ts REAL, state TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE pending_before (due_ts INTEGER NOT NULL, target TEXT NOT NULL, horizon_s INTEGER NOT NULL,
  issue_ts INTEGER NOT NULL, epoch INTEGER NOT NULL, anchor REAL NOT NULL, forecast REAL NOT NULL, halfwidth REAL,
  scale REAL NOT NULL, ratio REAL NOT NULL, payload BLOB NOT NULL,
  PRIMARY KEY (due_ts, target, horizon_s)) STRICT, WITHOUT ROWID;
CREATE TABLE score_before (day INTEGER NOT NULL, target TEXT NOT NULL, horizon_s INTEGER NOT NULL, state TEXT,
  PRIMARY KEY (day, target, horizon_s)) STRICT, WITHOUT ROWID;
CREATE TRIGGER learned_kept BEFORE INSERT ON learned
  WHEN (NEW.name LIKE 'forecast.%' OR NEW.name IN ('rain', 'sky', 'novelty', 'drift'))
    AND (SELECT confirmed FROM clock_segment ORDER BY id DESC LIMIT 1) = 0
    AND NOT EXISTS (SELECT 1 FROM learned_before WHERE name = NEW.name)
  BEGIN
    INSERT INTO learned_before (name, version, saved_ts, state)
      SELECT NEW.name, version, saved_ts, state FROM (SELECT 1) LEFT JOIN learned ON name = NEW.name;
  END;
CREATE TRIGGER pending_kept BEFORE DELETE ON pending
  WHEN OLD.issue_ts * 1000 < (SELECT from_ms FROM clock_segment ORDER BY id DESC LIMIT 1)
    AND (SELECT confirmed FROM clock_segment ORDER BY id DESC LIMIT 1) = 0
    AND NOT EXISTS (SELECT 1 FROM pending_before
      WHERE due_ts = OLD.due_ts AND target = OLD.target AND horizon_s = OLD.horizon_s)
  BEGIN
    INSERT INTO pending_before (due_ts, target, horizon_s, issue_ts, epoch, anchor, forecast, halfwidth, scale, ratio, payload)
      VALUES (OLD.due_ts, OLD.target, OLD.horizon_s, OLD.issue_ts, OLD.epoch, OLD.anchor, OLD.forecast, OLD.halfwidth,
        OLD.scale, OLD.ratio, OLD.payload);
  END;
CREATE TRIGGER score_kept BEFORE INSERT ON score
  WHEN (SELECT confirmed FROM clock_segment ORDER BY id DESC LIMIT 1) = 0
    AND NOT EXISTS (SELECT 1 FROM score_before
      WHERE day = NEW.day AND target = NEW.target AND horizon_s = NEW.horizon_s)
  BEGIN
    INSERT INTO score_before (day, target, horizon_s, state)
      SELECT NEW.day, NEW.target, NEW.horizon_s, state FROM (SELECT 1)
        LEFT JOIN score ON day = NEW.day AND target = NEW.target AND horizon_s = NEW.horizon_s;
  END;
`;
