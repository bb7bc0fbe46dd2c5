import type { Database } from '../sqlite/database.ts';
import { FIVE_MIN, HOURLY } from '../tiers/tier.ts';
import { PART, REACH_S } from './past.ts';

/** Import that some rows of a window came from, and the part of the window that they reach over. */
export interface Brought {
  job: number;
  format: string;
  files: string[];
  fromS: number;
  untilS: number;
}

/** Unit of `ts` of each part, and how long a row of it is. */
const PARTS = [
  { part: PART.hourly, perS: 1, widthS: HOURLY.widthS },
  { part: PART.fiveMin, perS: 1, widthS: FIVE_MIN.widthS },
  { part: PART.sample, perS: 1000, widthS: FIVE_MIN.widthS },
];

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

  /** The first rows may lie before the moment that their file tells. */
  within(startS: number, endS: number): Brought[] {
    return this.#jobs.all(endS + REACH_S, startS).flatMap(({ id, format, files }) => {
      const ends = PARTS.flatMap(({ part, perS, widthS }) => {
        const window = [part, startS * perS, endS * perS, id] as const;
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
