import { openDatabase } from '../src/station/store/sqlite/database.ts';
import { Accumulator } from '../src/station/store/tiers/accumulator.ts';
import { EXCESS, QUANTITIES, ROLLUP_COLUMNS } from '../src/station/store/tiers/rollup-columns.ts';
import { cpuExcess, SAMPLE_COLUMNS, type SampleRow } from '../src/station/store/tiers/sample-row.ts';
import { emptyRow } from '../tests/support/empty-row.ts';

const DAY_S = 86_400;

/** Small, fast and seeded; quality enough to make numbers with all their digits. */
export const noise = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
};

/** A plausible full board: every column filled, as a Sense HAT of the second version does. */
export function boardRow(ts: number, random: () => number): SampleRow {
  const day = Math.sin((2 * Math.PI * ts) / DAY_S);
  const season = Math.sin((2 * Math.PI * ts) / (365.25 * DAY_S));
  const row = emptyRow(ts);
  const air = 12 + 8 * season + 4 * day + 0.05 * random();
  const press = 1008 + 9 * Math.sin(ts / 400_000) + 0.02 * random();
  const light = Math.max(0, Math.round(9000 * day + 40 * random()));
  row.cpu_temp = 52 + 3 * day + random();
  row.cpu_smooth = 52 + 3 * day + 0.1 * random();
  row.temp_raw = (air + 0.55 * row.cpu_smooth) / 1.55;
  row.temp_hum_chip = row.temp_raw + 0.1 * random();
  row.temp_press_chip = row.temp_raw + 0.3 + 0.1 * random();
  row.hum_raw = 52 - 14 * day + 0.3 * random();
  row.press_raw = press;
  row.outdoor_c = Math.round(16 * (air - 6)) / 16;
  row.lux = light * 0.731;
  row.clear = light;
  row.red = Math.round(light * 0.3);
  row.green = Math.round(light * 0.4);
  row.blue = Math.round(light * 0.3);
  row.cct = 5200 + 100 * random();
  for (const axis of ['x', 'y', 'z'] as const) {
    row[`accel_${axis}`] = random() * 0.01;
    row[`gyro_${axis}`] = random();
    row[`mag_${axis}`] = 20 + random();
  }
  row.temp = row.temp_raw - 0.55 * Math.max(row.cpu_smooth - row.temp_raw, 0);
  row.hum = Math.min(100, Math.max(0, row.hum_raw + 4));
  row.temp_smooth = row.temp + 0.01 * random();
  row.hum_smooth = row.hum + 0.05 * random();
  row.press_smooth = press;
  row.press_slp = press * 1.0045;
  row.dew = row.temp_smooth - (100 - row.hum_smooth) / 5;
  row.temp_rate = day + 0.1 * random();
  row.hum_rate = -3 * day + 0.3 * random();
  row.press_rate = 0.4 * Math.cos(ts / 400_000) + 0.02 * random();
  row.cloud_index = light > 0 ? 0.3 + 0.1 * random() : null;
  row.pitch = random();
  row.roll = random();
  row.yaw = 180 + random();
  row.compass = 180 + random();
  return row;
}

const insertSql = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length - 1)})`;

/** How far back each tier reaches, days. */
export interface Kept {
  rawDays: number;
  fiveMinDays: number;
}
const FULL_POLICY: Kept = { rawDays: 7, fiveMinDays: 90 };

/**
 * A database as `years` of running leave it at `endS`, at full policy by default: 7 days raw, 90 days of five-minute rows, hourly rows
 * for all of it. The folded rows are made from ten samples each, since nobody reads the samples behind them.
 */
export function writeHistory(path: string, years: number, endS: number, kept: Kept = FULL_POLICY): void {
  const db = openDatabase(path);
  const random = noise(7);
  const folded = ['ts', 'n', ...ROLLUP_COLUMNS];
  const put = {
    300: db.prepare(insertSql('five_min', folded)),
    3600: db.prepare(insertSql('hourly', folded)),
    43200: db.prepare(insertSql('half_day', folded)),
  };
  const bucket = new Accumulator();
  const fold = (widthS: 300 | 3600 | 43_200, fromS: number, untilS: number) => {
    for (let ts = fromS; ts < untilS; ts += widthS) {
      bucket.clear();
      for (let i = 0; i < 10; i += 1) {
        const tS = ts + (i * widthS) / 10;
        const row = boardRow(tS, random);
        const excess = cpuExcess(row.temp_raw, row.cpu_smooth);
        bucket.add(
          QUANTITIES.map((name) => (name === EXCESS ? excess : row[name])),
          tS * 1000,
        );
      }
      const row = bucket.row(ts);
      row[1] = widthS / 2; // as many samples as there were; gaps stay none
      put[widthS].run(...row);
    }
  };
  const rawFromS = endS - kept.rawDays * DAY_S;
  const fiveMinFromS = endS - kept.fiveMinDays * DAY_S;
  db.pragma('synchronous = OFF');
  db.transaction(() => {
    fold(43_200, endS - Math.round(years * 365.25) * DAY_S, endS);
    fold(3600, endS - Math.round(years * 365.25) * DAY_S, endS);
    fold(300, fiveMinFromS, endS);
    const sample = db.prepare(insertSql('sample', ['ts_ms', ...SAMPLE_COLUMNS]));
    for (let ts = rawFromS; ts < endS; ts += 2) {
      const row = boardRow(ts, random);
      sample.run(Math.round(ts * 1000), ...SAMPLE_COLUMNS.map((column) => row[column]));
    }
    const mark = db.prepare('INSERT INTO watermark VALUES (?, ?)');
    mark.run('raw', rawFromS);
    mark.run('five_min', fiveMinFromS);
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}
