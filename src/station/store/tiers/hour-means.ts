import { HOUR_S } from '../../../base/durations.ts';
import type { RawHour } from '../../tick.ts';
import type { Database } from '../sqlite/database.ts';

interface HourRow {
  ts: number;
  temp_raw: number | null;
  cpu_excess: number | null;
  temp_hum_chip: number | null;
  hum_raw: number | null;
  press_raw: number | null;
}

/** Hourly means as they were measured, at station level, for climatology: all there is of the distant past. */
export class HourMeans {
  readonly #page;

  constructor(db: Database) {
    this.#page = db.prepare<[number, number], HourRow>(
      `SELECT ts, temp_raw, cpu_excess, temp_hum_chip, hum_raw, press_raw FROM hourly
       WHERE ts > ? AND ts <= ? ORDER BY ts LIMIT 1000`,
    );
  }

  /** Ascending, hours that end at or before `untilS`. In pages: nothing stays open between two of them. */
  *until(untilS: number): Generator<RawHour> {
    for (let from = -1, rows: HourRow[]; ; from = rows.at(-1)!.ts) {
      rows = this.#page.all(from, untilS - HOUR_S);
      if (rows.length === 0) return;
      for (const { ts, temp_raw, cpu_excess, temp_hum_chip, hum_raw, press_raw } of rows) {
        yield {
          tS: ts + HOUR_S / 2,
          temperatureRawC: temp_raw,
          cpuExcessC: cpu_excess,
          elementC: temp_hum_chip,
          humidityRawPct: hum_raw,
          stationHpa: press_raw,
        };
      }
    }
  }
}
