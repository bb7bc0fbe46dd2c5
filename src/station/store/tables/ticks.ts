import type { RawTick, TickRates, TickRow } from '../../tick.ts';
import { type Database, inTransaction } from '../sqlite/database.ts';

/** Shown values of a tick, for readers of the file: nothing is computed from them. */
type Shown = Pick<TickRow, 'temperatureC' | 'humidityPct' | 'dewPointC' | 'seaLevelRatio'>;

/** A raw row without its object of rates. */
type Flat = Omit<RawTick, 'rates'> & TickRates;

const FIELDS = `ts tS, press stationHpa, cloud_index cloudIndex, temp_rate temperatureCPerH, hum_rate humidityPctPerH,
  press_rate pressureHpaPerH, temp_raw temperatureRawC, cpu_excess cpuExcessC, hum_raw humidityRawPct, temp_hum_chip elementC`;

const toTick = ({ temperatureCPerH, humidityPctPerH, pressureHpaPerH, ...row }: Flat): RawTick => ({
  ...row,
  rates: { temperatureCPerH, humidityPctPerH, pressureHpaPerH },
});

/** Raw five-minute grid behind the forecasts; the scale in force gives its meaning. */
export class Ticks {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      put: db.prepare<[Flat & Shown]>(
        `INSERT OR REPLACE INTO tick (ts, press, cloud_index, temp_rate, hum_rate, press_rate, temp_raw, cpu_excess, hum_raw,
       temp_hum_chip, temp, hum, dew, sea_level_ratio) VALUES (@tS, @stationHpa, @cloudIndex, @temperatureCPerH, @humidityPctPerH,
       @pressureHpaPerH, @temperatureRawC, @cpuExcessC, @humidityRawPct, @elementC, @temperatureC, @humidityPct, @dewPointC,
       @seaLevelRatio)`,
      ),
      page: db.prepare<[number, number], Flat>(
        `SELECT ${FIELDS} FROM tick WHERE ts > ? AND ts <= ? ORDER BY ts LIMIT 1000`,
      ),
      last: db.prepare<[number], Flat>(`SELECT ${FIELDS} FROM tick ORDER BY ts DESC LIMIT ?`),
      prune: db.prepare<[number]>('DELETE FROM tick WHERE ts < ?'),
    };
  }

  append(raw: RawTick, shown: Shown): void {
    this.#sql.put.run({ ...shown, ...raw, ...raw.rates });
  }

  /** Many at once, in one transaction. */
  appendAll(ticks: Iterable<{ raw: RawTick; row: TickRow }>): void {
    inTransaction(this.db, () => {
      for (const { raw, row } of ticks) this.append(raw, row);
    });
  }

  /** The newest `count`, oldest first. */
  latest(count: number): RawTick[] {
    return this.#sql.last.all(count).map(toTick).reverse();
  }

  /** Ascending over (afterS, untilS], in pages: nothing stays open between two of them. */
  *pages(afterS: number, untilS: number): Generator<RawTick[]> {
    for (let from = afterS, rows: Flat[]; ; from = rows.at(-1)!.tS) {
      rows = this.#sql.page.all(from, untilS);
      if (rows.length === 0) return;
      yield rows.map(toTick);
    }
  }

  /** Removes the ticks before `tS`; returns how many. */
  prune(tS: number): number {
    return this.#sql.prune.run(tS).changes;
  }
}
