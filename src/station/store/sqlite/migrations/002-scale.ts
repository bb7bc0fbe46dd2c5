/**
 * Every scale the station has lived by, newest last: the record of the past is derived anew whenever the newest one is not that of
 * what was saved. `tick.temp_hum_chip` is what the psychrometric term reads; the derived columns of a tick are what was shown when
 * it was written; nothing is computed from them, and versions behind 1.1.0 leave them empty.
 */
export const SCALE = `
CREATE TABLE scale (epoch INTEGER PRIMARY KEY, ts REAL NOT NULL, k REAL NOT NULL, humidity_offset REAL NOT NULL,
  psychrometric INTEGER NOT NULL, altitude_m REAL NOT NULL) STRICT;
ALTER TABLE tick ADD COLUMN temp_hum_chip REAL;
`;
