import { type Database, prepared } from '../sqlite/database.ts';
import { FIVE_MIN, HOURLY } from '../tiers/tier.ts';
import { PART } from './imports.ts';

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
  constructor(private readonly db: Database) {}

  within(startS: number, endS: number): Brought[] {
    const jobs = prepared<[number, number], { id: number; format: string; files: string }>(
      this.db,
      "SELECT id, format, files FROM import_job WHERE state = 'done' AND rows > 0 AND from_ts < ? AND until_ts > ? ORDER BY id",
    );
    return jobs.all(endS, startS).flatMap(({ id, format, files }) => {
      const ends = PARTS.flatMap(({ part, perS, widthS }) => {
        const end = (order: 'ASC' | 'DESC') =>
          prepared<[string, number, number, number], { ts: number }>(
            this.db,
            `SELECT ts FROM imported WHERE part = ? AND ts >= ? AND ts < ? AND job = ? ORDER BY ts ${order} LIMIT 1`,
          ).get(part, startS * perS, endS * perS, id);
        const [first, last] = [end('ASC'), end('DESC')];
        return first && last ? [{ fromS: first.ts / perS, untilS: last.ts / perS + widthS }] : [];
      });
      if (ends.length === 0) return [];
      const fromS = Math.min(...ends.map((one) => one.fromS));
      const untilS = Math.max(...ends.map((one) => one.untilS));
      return [{ job: id, format, files: JSON.parse(files) as string[], fromS, untilS }];
    });
  }
}
