import type { Database } from '../sqlite/database.ts';
import { FIVE_MIN, HOURLY, RAW } from '../tiers/tier.ts';
import { REACH_S } from './past.ts';

/** Provenance of stored rows, by import. Only the first and last row of a window are looked for: each is one step along the key. */
export class Provenance {
  readonly #jobs;
  readonly #first;
  readonly #last;

  constructor(db: Database) {
    this.#jobs = db.prepare<[number, number], { id: number; format: string; files: string }>(
      "SELECT id, format, iif(json_valid(files), files, '[]') AS files FROM import_job WHERE state = 'done' AND rows > 0 AND from_ts < ? AND until_ts > ? ORDER BY id",
    );
    const end = (order: 'ASC' | 'DESC') =>
      db.prepare<[string, number, number, number], { ts: number }>(
        `SELECT ts FROM imported WHERE part = ? AND ts >= ? AND ts < ? AND job = ? ORDER BY ts ${order} LIMIT 1`,
      );
    this.#first = end('ASC');
    this.#last = end('DESC');
  }

  /** Imports that some rows of a window came from, and how far these rows reach. The first may lie before the moment that their file tells. */
  within(startS: number, endS: number) {
    return this.#jobs.all(endS + REACH_S, startS).flatMap(({ id, format, files }) => {
      const ends = [HOURLY, FIVE_MIN, RAW].flatMap((tier) => {
        const { perS } = tier;
        const widthS = tier.folded ? tier.widthS : FIVE_MIN.widthS; // a sample of an import is a bucket
        const window = [tier.table, startS * perS, endS * perS, id] as const;
        const [first, last] = [this.#first.get(...window), this.#last.get(...window)];
        return first && last ? [{ fromS: first.ts / perS, untilS: last.ts / perS + widthS }] : [];
      });
      if (ends.length === 0) return [];
      const fromS = Math.min(...ends.map((one) => one.fromS));
      const untilS = Math.max(...ends.map((one) => one.untilS));
      return [{ job: id, format, files: JSON.parse(files) as string[], fromS, untilS }];
    });
  }
}
