import { HOUR_S } from '../../../base/durations.ts';
import type { Folded } from '../../../quantities/roll-up.ts';
import type { Database } from '../sqlite/database.ts';
import { FIVE_MIN } from '../tiers/tier.ts';
import type { ImportSpan, PastBucket } from './past.ts';

/** Share of one import in an hour: the buckets that it has brought there, as it has gathered them. */
interface Share {
  hour: number;
  job: number;
  buckets: readonly PastBucket[];
}

/** A bucket as JSON has it. Ticks are in a table of their own. */
type Saved = Omit<PastBucket, 'narrow' | 'narrowMeasured'> & {
  narrow: [number, Folded][];
  narrowMeasured: [number, Folded][] | null;
};
const toSaved = (bucket: PastBucket): Saved => ({
  ...bucket,
  narrow: [...bucket.narrow],
  narrowMeasured: bucket.narrowMeasured && [...bucket.narrowMeasured],
  tick: null,
});
const fromSaved = (saved: Saved): PastBucket => ({
  ...saved,
  narrow: new Map(saved.narrow),
  narrowMeasured: saved.narrowMeasured && new Map(saved.narrowMeasured),
});

/** Names in the table `job` begin with it; the hour and the number of the import follow. */
const NAME = 'import hour';
const nameOf = (hour: number, job: number): string => `${NAME} ${hour} ${job}`;

function keyOf(name: string): Pick<Share, 'hour' | 'job'> {
  const [hour, job] = name
    .slice(NAME.length + 1)
    .split(' ')
    .map(Number) as [number, number];
  return { hour, job };
}

/** In SQL: whether a row of `job` is a share of an import. */
export const isShareOf = (importJob: string): string => `name LIKE '${NAME} % ' || ${importJob}`;

/** Bounds of all names that begin with this one and a space. */
const under = (name: string): [string, string] => [`${name} `, `${name}!`];

/**
 * Shares of imports in the hours in which each of them begins and ends, and in those that it has in common with another. An hour at the seam
 * of two files is made of both, in whichever order they come, and each can be taken out of it again. A share that a bad bit has spoiled
 * counts as none.
 */
export class HourShares {
  readonly #sql;

  constructor(db: Database) {
    const named = 'FROM job WHERE name > ? AND name < ?';
    const sound = `${named} AND json_valid(state)`;
    this.#sql = {
      names: db.prepare<[string, string], string>(`SELECT name ${named}`).pluck(),
      sound: db.prepare<[string, string], string>(`SELECT name ${sound}`).pluck(),
      shares: db.prepare<[string, string], { name: string; state: string }>(`SELECT name, state ${sound}`),
      put: db.prepare<[string, string]>('INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, 0, ?)'),
      drop: db.prepare<[string]>('DELETE FROM job WHERE name = ?'),
      dropStray: db.prepare<[string, string]>(
        `DELETE FROM job WHERE name > ? AND name < ? AND NOT EXISTS (SELECT 1 FROM import_job WHERE ${isShareOf('id')})`,
      ),
    };
  }

  /** Imports that have a share in an hour. */
  jobsIn(hour: number): number[] {
    return this.#sql.sound.all(...under(`${NAME} ${hour}`)).map((name) => keyOf(name).job);
  }

  /** Hours in which an import has a share. */
  hoursOf(job: number): number[] {
    return this.#keys().flatMap((key) => (key.job === job ? [key.hour] : []));
  }

  /** Hours of [fromS, untilS) in which any has. */
  hoursIn(fromS: number, untilS: number): number[] {
    return [...new Set(this.#keys().map(({ hour }) => hour))].filter((hour) => hour >= fromS && hour < untilS);
  }

  #keys(): Pick<Share, 'hour' | 'job'>[] {
    return this.#sql.names.all(...under(NAME)).map(keyOf);
  }

  /** Shares in an hour, by the number of their import. */
  in(hour: number): Share[] {
    const found = this.#sql.shares.all(...under(`${NAME} ${hour}`));
    const shares = found.map(({ name, state }) => ({
      ...keyOf(name),
      buckets: (JSON.parse(state) as Saved[]).map(fromSaved),
    }));
    return shares.sort((a, b) => a.job - b.job);
  }

  put(hour: number, job: number, buckets: readonly PastBucket[]): void {
    this.#sql.put.run(nameOf(hour, job), JSON.stringify(buckets.map(toSaved)));
  }

  drop(hour: number, job: number): void {
    this.#sql.drop.run(nameOf(hour, job));
  }

  /** Drops shares whose import is lost: the next import may have its number. */
  dropStray(): void {
    this.#sql.dropStray.run(...under(NAME));
  }

  /**
   * Test of a line of an import, by the start and the end of its interval: whether the share of another import has told of its time. From the
   * first line of a share to its last, nothing is new. The clock of a logger is a few seconds off from one line to the next: what two have in
   * common counts from half of the shorter one, and from half a bucket.
   */
  toldBeside(job: number, { fromS, untilS }: ImportSpan): (startS: number, endS: number) => boolean {
    // A line may be an hour long, and so may that of a share which begins before it; a moment may be the last.
    const near = this.hoursIn(fromS - 3 * HOUR_S, untilS + 1).flatMap((hour) => this.in(hour));
    const told = near
      .filter((share) => share.job !== job)
      .map(({ buckets }) => ({ startS: buckets[0]!.firstS, endS: buckets.at(-1)!.lastS }));
    return (startS, endS) =>
      told.some((share) => {
        const commonS = Math.min(endS, share.endS) - Math.max(startS, share.startS);
        const shorterS = Math.min(endS - startS, share.endS - share.startS, FIVE_MIN.widthS);
        return startS === endS ? commonS >= 0 : commonS > shorterS / 2;
      });
  }
}
