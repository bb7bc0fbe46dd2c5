import type { Database } from '../sqlite/database.ts';

/** Names of fields: in the log of calibrations, and in the compensator. */
const KEPT = [
  { name: 'compensator.thermal', signal: 'temperature', value: 'k' },
  { name: 'compensator.humidity', signal: 'humidity', value: 'offset' },
] as const;

/**
 * The log of calibrations holds each compensator as it was after the change, so one whose own row is gone, or is older than the
 * log, is made again from there. Returns the names of those.
 */
export function rebuildCompensators(db: Database): string[] {
  const newest = db.prepare<[string], { ts: number; state: string }>(
    'SELECT ts, state FROM calibration WHERE signal = ? AND json_valid(state) ORDER BY ts DESC, id DESC LIMIT 1',
  );
  const savedTs = db.prepare<[string], number>('SELECT saved_ts FROM learned WHERE name = ?').pluck();
  const put = db.prepare<[string, number, number, string]>(
    'INSERT OR REPLACE INTO learned (name, version, saved_ts, state) VALUES (?, ?, ?, ?)',
  );
  const rebuilt: string[] = [];
  for (const { name, signal, value } of KEPT) {
    const entry = newest.get(signal);
    if (!entry || (savedTs.get(name) ?? Number.NEGATIVE_INFINITY) >= entry.ts) continue;
    const { P: p, n, last_residual: lastResidual, last_ts: lastS, ...more } = JSON.parse(entry.state);
    put.run(name, 1, entry.ts, JSON.stringify({ [value]: more[value], p, n, lastResidual, lastS }));
    rebuilt.push(name);
  }
  return rebuilt;
}
