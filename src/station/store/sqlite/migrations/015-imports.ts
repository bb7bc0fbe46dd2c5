/**
 * History of other stations. `import_job`: one import, with what it found (`before`: marks, records, names) for taking it back. `imported`:
 * the rows it has put into a table (`part`), by their key, and the lines
 * of the file behind each. A tick of the past keeps its job and its rain: five-minute rows of that time are
 * folded already.
 */
export const IMPORTS = `
CREATE TABLE import_job (id INTEGER PRIMARY KEY, started_ts REAL NOT NULL, ended_ts REAL, state TEXT NOT NULL,
  files TEXT NOT NULL, digest TEXT NOT NULL, format TEXT NOT NULL, rows INTEGER NOT NULL, skipped INTEGER NOT NULL,
  from_ts INTEGER, until_ts INTEGER, before TEXT NOT NULL) STRICT;
CREATE TABLE imported (part TEXT NOT NULL, ts INTEGER NOT NULL, job INTEGER NOT NULL, lines INTEGER NOT NULL,
  PRIMARY KEY (part, ts)) STRICT, WITHOUT ROWID;
ALTER TABLE tick ADD COLUMN rain REAL;
ALTER TABLE tick ADD COLUMN import_job INTEGER;
`;
