/**
 * Keeps the sky response while an untrusted clock overwrites it: measurements are derived with it. Everything else learned is relearned
 * from the record when the clock proves wrong.
 */
export const RELEARNED = `
DROP TRIGGER pending_kept;
DROP TRIGGER score_kept;
DROP TRIGGER learned_kept;
DROP TABLE pending_before;
DROP TABLE score_before;
DELETE FROM learned_before WHERE name <> 'sky';
CREATE TRIGGER learned_kept BEFORE INSERT ON learned
  WHEN NEW.name = 'sky' AND (SELECT confirmed FROM clock_segment ORDER BY id DESC LIMIT 1) = 0
    AND NOT EXISTS (SELECT 1 FROM learned_before WHERE name = NEW.name)
  BEGIN
    INSERT INTO learned_before (name, version, saved_ts, state)
      SELECT NEW.name, version, saved_ts, state FROM (SELECT 1) LEFT JOIN learned ON name = NEW.name;
  END;
`;
