import type { Folded } from '../../../quantities/roll-up.ts';
import type { RawTick } from '../../tick.ts';
import type { Database } from '../sqlite/database.ts';
import type { PastBucket } from './past.ts';

/** Share of one import in an hour: the buckets that it has brought there, as it has gathered them. */
interface Share {
  hour: number;
  job: number;
  buckets: readonly PastBucket[];
}

/** A bucket as JSON has it. An older program kept what was shown of a tick beside it. */
type Saved = Omit<PastBucket, 'narrow' | 'narrowMeasured' | 'tick'> & {
  tick: RawTick | { raw: RawTick } | null;
  narrow: [number, Folded][];
  narrowMeasured: [number, Folded][] | null;
};
const textOf = (buckets: readonly PastBucket[]): string =>
  JSON.stringify(buckets, (_, value: unknown) => (value instanceof Map ? [...value] : value));
const fromText = (text: string): PastBucket[] =>
  (JSON.parse(text) as Saved[]).map((saved) => ({
    ...saved,
    tick: saved.tick && ('raw' in saved.tick ? saved.tick.raw : saved.tick),
    narrow: new Map(saved.narrow),
    narrowMeasured: saved.narrowMeasured && new Map(saved.narrowMeasured),
  }));

/** Names in the table `job` begin with it; the hour and the number of the import follow. */
const NAME = 'import hour';

function keyOf(name: string): Pick<Share, 'hour' | 'job'> {
  const [hour, job] = name.split(' ').slice(2).map(Number) as [number, number];
  return { hour, job };
}

/** In SQL: whether a row of `job` is a share of an import. */
export const isShareOf = (importJob: string): string => `name LIKE '${NAME} % ' || ${importJob}`;

/** Bounds of all names that begin with this one and a space. */
const under = (name: string): [string, string] => [`${name} `, `${name}!`];

/**
 * Shares of imports in the hours near each beginning, pause and end of theirs, and in those that they have in common. An hour at the seam
 * of two files is made of both, in whichever order they come, and each can be taken out of it again. So can rates and rain behind a
 * seam. A share that a bad bit has spoiled counts as none.
 */
export class HourShares {
  readonly #sql;

  constructor(db: Database) {
    const named = 'FROM job WHERE name > ? AND name < ?';
    const sound = `${named} AND json_valid(state)`;
    this.#sql = {
      names: db.prepare<[string, string], string>(`SELECT name ${sound}`).pluck(),
      // By the key alone: shares are long.
      hours: db
        .prepare<[string, string, number, number], number>(
          `SELECT DISTINCT CAST(substr(name, ${NAME.length + 2}) AS INTEGER) hour ${named} AND hour >= ? AND hour < ? ORDER BY hour`,
        )
        .pluck(),
      shares: db.prepare<[string, string], { name: string; state: string }>(`SELECT name, state ${sound}`),
      put: db.prepare<[string, string]>('INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, 0, ?)'),
      drop: db.prepare<[number]>(`DELETE FROM job WHERE ${isShareOf('CAST(? AS INTEGER)')}`),
      dropStray: db.prepare<[string, string]>(
        `DELETE ${named} AND NOT EXISTS (SELECT 1 FROM import_job WHERE ${isShareOf('id')})`,
      ),
    };
  }

  /** Imports that have a share in an hour. */
  jobsIn(hour: number): number[] {
    return this.#sql.names.all(...under(`${NAME} ${hour}`)).map((name) => keyOf(name).job);
  }

  /** Hours of [fromS, untilS) in which any has, ascending. */
  hoursIn(fromS: number, untilS: number): number[] {
    const [first, end] = under(NAME);
    // Of ten digits each, as since 2001, names stand in the order of time.
    const bound = (tS: number, other: string) => (fromS >= 1e9 && tS < 1e10 ? `${NAME} ${tS}` : other);
    return this.#sql.hours.all(bound(fromS, first), bound(untilS, end), fromS, untilS);
  }

  /** Shares in an hour, by the number of their import. */
  in(hour: number): Share[] {
    const found = this.#sql.shares.all(...under(`${NAME} ${hour}`));
    return found.map(({ name, state }) => ({ ...keyOf(name), buckets: fromText(state) })).sort((a, b) => a.job - b.job);
  }

  put(hour: number, job: number, buckets: readonly PastBucket[]): void {
    this.#sql.put.run(`${NAME} ${hour} ${job}`, textOf(buckets));
  }

  /** Drops all shares of an import. */
  drop(job: number): void {
    this.#sql.drop.run(job);
  }

  /** Drops shares whose import is lost: the next import may have its number. */
  dropStray(): void {
    this.#sql.dropStray.run(...under(NAME));
  }
}
