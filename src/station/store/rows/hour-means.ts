import type { HourMean } from '../../forecast/climate/hourly.ts';
import type { Database } from '../database.ts';

interface HourRow {
  ts: number;
  temp: number | null;
  hum: number | null;
  press: number | null;
  dew: number | null;
}

const HALF_HOUR_S = 1800;

/** Hourly means at station level, for climatology: all there is of the distant past. */
export class HourMeans {
  readonly #page;

  constructor(db: Database) {
    this.#page = db.prepare<[number, number], HourRow>(
      'SELECT ts, temp, hum, press_raw press, dew FROM hourly WHERE ts > ? AND ts < ? ORDER BY ts LIMIT 1000',
    );
  }

  /** Ascending, hours that end before `untilS`. In pages: nothing stays open between two of them. */
  *until(untilS: number): Generator<HourMean> {
    for (let from = -1, rows: HourRow[]; ; from = rows.at(-1)!.ts) {
      rows = this.#page.all(from, untilS - 2 * HALF_HOUR_S);
      if (rows.length === 0) return;
      for (const { ts, temp, hum, press, dew } of rows) {
        yield {
          tS: ts + HALF_HOUR_S,
          values: { temperature: temp, humidity: hum, pressure: press, dew_point: dew },
        };
      }
    }
  }
}
