import { type Database, relaxed } from '../sqlite/database.ts';

/** Message of an alarm on its way through one channel. `channel`, `fingerprint` and `change` are its identity. */
export interface StoredMessage {
  channel: string;
  fingerprint: string;
  change: string;
  /** When it was given to the queue. */
  tS: number;
  startedS: number;
  endedS: number | null;
  /** Hours in which it is held, as the rule has them. */
  quiet: string | null;
  /** JSON. */
  body: string;
}

const COLUMNS = 'channel, fingerprint, change, ts tS, started_ts startedS, ended_ts endedS, quiet, body';

/**
 * Queue of the alarm channels. Its commits need not wait for the disk: a power cut that takes one back has a message sent twice, or its
 * alarm fire again.
 */
export class AlarmMessages {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      of: db.prepare<[string], StoredMessage>(`SELECT ${COLUMNS} FROM alarm_message WHERE channel = ? ORDER BY ts`),
      put: db.prepare<[StoredMessage]>(
        `INSERT OR REPLACE INTO alarm_message (channel, fingerprint, change, ts, started_ts, ended_ts, quiet, body)
         VALUES (@channel, @fingerprint, @change, @tS, @startedS, @endedS, @quiet, @body)`,
      ),
      remove: db.prepare<[StoredMessage]>(
        'DELETE FROM alarm_message WHERE channel = @channel AND fingerprint = @fingerprint AND change = @change AND ts <= @tS',
      ),
    };
  }

  /** Oldest first. */
  of(channel: string): StoredMessage[] {
    return this.#sql.of.all(channel);
  }

  /** A newer message replaces the one of its identity; one that is removed goes, and no newer one in its place. */
  write(put: readonly StoredMessage[], removed: readonly StoredMessage[]): void {
    relaxed(this.db, () => {
      for (const message of removed) this.#sql.remove.run(message);
      for (const message of put) this.#sql.put.run(message);
    });
  }
}
