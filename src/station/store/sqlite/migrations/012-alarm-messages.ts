/**
 * Queue of alarm messages, a row for each channel that has yet to take one. `fingerprint` and `change` are a message's identity: a newer
 * one replaces one that waits. `quiet` are the hours in which it is held, `22:00-06:30` by the station's clock.
 */
export const ALARM_MESSAGES = `
CREATE TABLE alarm_message (channel TEXT NOT NULL, fingerprint TEXT NOT NULL, change TEXT NOT NULL, ts REAL NOT NULL,
  started_ts REAL NOT NULL, ended_ts REAL, quiet TEXT, body TEXT NOT NULL,
  PRIMARY KEY (channel, fingerprint, change)) STRICT, WITHOUT ROWID;
`;
