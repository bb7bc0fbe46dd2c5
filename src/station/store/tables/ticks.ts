import type { RawTick, TickRow } from '../../tick.ts';
import { type Database, inTransaction } from '../sqlite/database.ts';

interface StoredTick {
  ts: number;
  press: number | null;
  cloud_index: number | null;
  temp_rate: number | null;
  hum_rate: number | null;
  press_rate: number | null;
  temp_raw: number | null;
  cpu_excess: number | null;
  hum_raw: number | null;
  temp_hum_chip: number | null;
}

/** Shown values of a tick, for readers of the file: nothing is computed from them. */
type Shown = Pick<TickRow, 'temperatureC' | 'humidityPct' | 'dewPointC' | 'seaLevelRatio'>;

const COLUMNS = 'ts, press, cloud_index, temp_rate, hum_rate, press_rate, temp_raw, cpu_excess, hum_raw, temp_hum_chip';

const toTick = (row: StoredTick): RawTick => ({
  tS: row.ts,
  temperatureRawC: row.temp_raw,
  cpuExcessC: row.cpu_excess,
  elementC: row.temp_hum_chip,
  humidityRawPct: row.hum_raw,
  stationHpa: row.press,
  cloudIndex: row.cloud_index,
  rates: { temperatureCPerH: row.temp_rate, humidityPctPerH: row.hum_rate, pressureHpaPerH: row.press_rate },
});

/** Raw five-minute grid behind the forecasts; the scale in force gives its meaning. */
export class Ticks {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      put: db.prepare<[StoredTick & { temp: number | null; hum: number | null; dew: number | null; ratio: number }]>(
        `INSERT OR REPLACE INTO tick (${COLUMNS}, temp, hum, dew, sea_level_ratio) VALUES (@ts, @press, @cloud_index, @temp_rate,
       @hum_rate, @press_rate, @temp_raw, @cpu_excess, @hum_raw, @temp_hum_chip, @temp, @hum, @dew, @ratio)`,
      ),
      page: db.prepare<[number, number], StoredTick>(
        `SELECT ${COLUMNS} FROM tick WHERE ts > ? AND ts <= ? ORDER BY ts LIMIT 1000`,
      ),
      last: db.prepare<[number], StoredTick>(`SELECT ${COLUMNS} FROM tick ORDER BY ts DESC LIMIT ?`),
      prune: db.prepare<[number]>('DELETE FROM tick WHERE ts < ?'),
    };
  }

  append(raw: RawTick, shown: Shown): void {
    this.#sql.put.run({
      ts: raw.tS,
      press: raw.stationHpa,
      cloud_index: raw.cloudIndex,
      temp_rate: raw.rates.temperatureCPerH,
      hum_rate: raw.rates.humidityPctPerH,
      press_rate: raw.rates.pressureHpaPerH,
      temp_raw: raw.temperatureRawC,
      cpu_excess: raw.cpuExcessC,
      hum_raw: raw.humidityRawPct,
      temp_hum_chip: raw.elementC,
      temp: shown.temperatureC,
      hum: shown.humidityPct,
      dew: shown.dewPointC,
      ratio: shown.seaLevelRatio,
    });
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
    for (let from = afterS, rows: StoredTick[]; ; from = rows.at(-1)!.ts) {
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
