import { HOUR_S } from '../../../base/durations.ts';
import type { RawHour } from '../../tick.ts';
import type { Database } from '../sqlite/database.ts';

const HALF_S = HOUR_S / 2;

/**
 * Hourly means as they were measured, at station level, for climatology: all there is of the distant past. Ascending, hours from `fromS` on
 * that end at or before `untilS`. In pages: nothing stays open between two of them.
 */
export function hourMeans(db: Database) {
  const page = db.prepare<[number, number], RawHour>(
    `SELECT ts + ${HALF_S} tS, temp_raw temperatureRawC, cpu_excess cpuExcessC, temp_hum_chip elementC, hum_raw humidityRawPct,
     press_raw stationHpa FROM hourly WHERE ts > ? AND ts <= ? ORDER BY ts LIMIT 1000`,
  );
  return function* meansOf(untilS: number, fromS = 0): Generator<RawHour> {
    for (let from = fromS - 1, rows: RawHour[]; ; from = rows.at(-1)!.tS - HALF_S) {
      rows = page.all(from, untilS - HOUR_S);
      if (rows.length === 0) return;
      yield* rows;
    }
  };
}
