import { putWhole } from '../../../base/whole-file.ts';
import { openBare, removeDatabase } from '../sqlite/database.ts';

/** Columns of WeeWX's schema `wview_extended`, behind `dateTime`, `usUnits` and `interval`. */
const COLUMNS =
  `altimeter appTemp appTemp1 barometer batteryStatus1 batteryStatus2 batteryStatus3 batteryStatus4 batteryStatus5
  batteryStatus6 batteryStatus7 batteryStatus8 cloudbase co co2 consBatteryVoltage dewpoint dewpoint1 ET extraHumid1 extraHumid2
  extraHumid3 extraHumid4 extraHumid5 extraHumid6 extraHumid7 extraHumid8 extraTemp1 extraTemp2 extraTemp3 extraTemp4 extraTemp5
  extraTemp6 extraTemp7 extraTemp8 forecast hail hailBatteryStatus hailRate heatindex heatindex1 heatingTemp heatingVoltage humidex
  humidex1 illuminance inDewpoint inHumidity inTemp inTempBatteryStatus leafTemp1 leafTemp2 leafWet1 leafWet2 lightning_distance
  lightning_disturber_count lightning_energy lightning_noise_count lightning_strike_count luminosity maxSolarRad nh3 no2 noise o3
  outHumidity outTemp outTempBatteryStatus pb pm10_0 pm1_0 pm2_5 pressure radiation rain rainBatteryStatus rainRate referenceVoltage
  rxCheckPercent signal1 signal2 signal3 signal4 signal5 signal6 signal7 signal8 snow snowBatteryStatus snowDepth snowMoisture snowRate
  so2 soilMoist1 soilMoist2 soilMoist3 soilMoist4 soilTemp1 soilTemp2 soilTemp3 soilTemp4 supplyVoltage txBatteryStatus UV
  uvBatteryStatus windBatteryStatus windchill windDir windGust windGustDir windrun windSpeed`.split(/\s+/);

/** Record of WeeWX: the end of its interval, and values by column in the units of its system. */
export interface WeewxRecord {
  dateTime: number;
  usUnits: number;
  minutes: number;
  values: ReadonlyMap<string, number>;
}

/**
 * Database of WeeWX: the table `archive`. WeeWX makes its daily summaries of it at its first start. The file gets its name when it is
 * whole; until then it is `.partial`.
 */
export class WeewxFile {
  readonly #partial: string;
  readonly #db;
  readonly #put;

  constructor(private readonly path: string) {
    this.#partial = `${path}.partial`;
    removeDatabase(this.#partial);
    this.#db = openBare(this.#partial);
    this.#db.pragma('journal_mode = OFF'); // a file that was cut off is thrown away
    this.#db.pragma('synchronous = OFF');
    this.#db.exec(`CREATE TABLE archive (dateTime INTEGER NOT NULL UNIQUE PRIMARY KEY, usUnits INTEGER NOT NULL,
      "interval" INTEGER NOT NULL, ${COLUMNS.map((name) => `${name} REAL`).join(', ')})`);
    this.#put = this.#db.prepare<(number | null)[]>(
      `INSERT INTO archive VALUES (?, ?, ?${', ?'.repeat(COLUMNS.length)})`,
    );
  }

  put(records: readonly WeewxRecord[]): void {
    this.#db.transaction(() => {
      for (const { dateTime, usUnits, minutes, values } of records)
        this.#put.run(dateTime, usUnits, minutes, ...COLUMNS.map((name) => values.get(name) ?? null));
    })();
  }

  end(): void {
    this.#db.close();
    putWhole(this.#partial, this.path);
  }

  /** Leaves nothing behind. */
  giveUp(): void {
    this.#db.close();
    removeDatabase(this.#partial);
  }
}
