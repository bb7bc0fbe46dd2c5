import type { TickRow } from '../../tick.ts';
import { type Database, inTransaction } from '../database.ts';

/**
 * What the compensated values of a tick were made from, so that a later calibration can make them anew: means over the same
 * samples. `cpuExcessC` is the mean of max(c - T_raw, 0).
 */
export interface TickRaw {
  temperatureC: number | null;
  cpuExcessC: number | null;
  humidityPct: number | null;
}

export interface StoredTick {
  ts: number;
  temp: number | null;
  hum: number | null;
  press: number | null;
  dew: number | null;
  cloud_index: number | null;
  temp_rate: number | null;
  hum_rate: number | null;
  press_rate: number | null;
  sea_level_ratio: number;
  temp_raw: number | null;
  cpu_excess: number | null;
  hum_raw: number | null;
}

const toTick = (row: StoredTick): TickRow => ({
  tS: row.ts,
  temperatureC: row.temp,
  humidityPct: row.hum,
  stationHpa: row.press,
  dewPointC: row.dew,
  cloudIndex: row.cloud_index,
  rates: { temperatureCPerH: row.temp_rate, humidityPctPerH: row.hum_rate, pressureHpaPerH: row.press_rate },
  seaLevelRatio: row.sea_level_ratio,
});

/** The five-minute grid the forecasts were made from: training replays it, a restart truths its pending rows against it. */
export class Ticks {
  readonly #db: Database;
  readonly #put;
  readonly #page;
  readonly #one;
  readonly #last;
  readonly #prune;

  constructor(db: Database) {
    this.#db = db;
    this.#put = db.prepare<[StoredTick]>(
      `INSERT OR REPLACE INTO tick VALUES (@ts, @temp, @hum, @press, @dew, @cloud_index, @temp_rate, @hum_rate, @press_rate,
       @sea_level_ratio, @temp_raw, @cpu_excess, @hum_raw)`,
    );
    this.#page = db.prepare<[number, number], StoredTick>(
      'SELECT * FROM tick WHERE ts > ? AND ts <= ? ORDER BY ts LIMIT 1000',
    );
    this.#one = db.prepare<[number], StoredTick>('SELECT * FROM tick WHERE ts = ?');
    this.#last = db.prepare<[number], StoredTick>('SELECT * FROM tick ORDER BY ts DESC LIMIT ?');
    this.#prune = db.prepare<[number]>('DELETE FROM tick WHERE ts < ?');
  }

  append(row: TickRow, raw: TickRaw): void {
    this.#put.run({
      ts: row.tS,
      temp: row.temperatureC,
      hum: row.humidityPct,
      press: row.stationHpa,
      dew: row.dewPointC,
      cloud_index: row.cloudIndex,
      temp_rate: row.rates.temperatureCPerH,
      hum_rate: row.rates.humidityPctPerH,
      press_rate: row.rates.pressureHpaPerH,
      sea_level_ratio: row.seaLevelRatio,
      temp_raw: raw.temperatureC,
      cpu_excess: raw.cpuExcessC,
      hum_raw: raw.humidityPct,
    });
  }

  /** Many at once, in one transaction. */
  appendAll(ticks: Iterable<{ row: TickRow; raw: TickRaw }>): void {
    inTransaction(this.#db, () => {
      for (const { row, raw } of ticks) this.append(row, raw);
    });
  }

  at(tS: number): TickRow | null {
    const row = this.#one.get(tS);
    return row ? toTick(row) : null;
  }

  /** The newest `count`, oldest first. */
  latest(count: number): TickRow[] {
    return this.#last.all(count).map(toTick).reverse();
  }

  /** Ascending over (afterS, untilS], in pages: nothing stays open between two of them. */
  *pages(afterS: number, untilS: number): Generator<TickRow[]> {
    for (let from = afterS, rows: StoredTick[]; ; from = rows.at(-1)!.ts) {
      rows = this.#page.all(from, untilS);
      if (rows.length === 0) return;
      yield rows.map(toTick);
    }
  }

  /** Removes the ticks before `tS`; returns how many. */
  prune(tS: number): number {
    return this.#prune.run(tS).changes;
  }
}
