import { QUANTITIES } from '../../../quantities/table.ts';
import { FLAG, isBad, NUMBER_OF } from '../../quality/flags.ts';
import { type HeardTick, type RawTick, TICK_S, type TickRates } from '../../tick.ts';
import { type Database, insertInto, inTransaction } from '../sqlite/database.ts';
import { badNarrowAt, badWithin, type FlagSpan, type Quality } from '../tiers/quality.ts';

/** Columns of what bought stations told; null where none did. */
type Heard = Record<'heardAir' | 'heardC' | 'heardPct' | 'heardCPerH' | 'heardPctPerH', number | null> &
  Record<'heardBarometer' | 'heardHpa' | 'heardHpaPerH', number | null>;
/** A raw row as it is read, without its objects; rain is null where none was reported. */
type Read = Omit<RawTick, 'rates' | 'rainMm' | 'heard'> & TickRates & Heard & { rainMm: number | null };

const RAIN = QUANTITIES.rainMm.narrow;
/**
 * In SQL, the rain of the five minutes before a moment of the grid: of their row, or of their samples while it is not made yet. The store
 * alone tells it, so that a tick has the same rain when it is made, after a restart, and when it is read again years later.
 */
function rainBefore(ts: string): string {
  const increments = (table: string) =>
    `SELECT value FROM ${table} r WHERE ts_ms >= (${ts} - ${TICK_S}) * 1000 AND ts_ms < ${ts} * 1000 AND quantity = ${RAIN}
     AND NOT ${badNarrowAt(RAIN, 'r', table.startsWith('temp.'))}`;
  return `CASE WHEN ${ts} - ${TICK_S} > coalesce((SELECT max(ts) FROM five_min), 0)
    THEN (SELECT round(sum(value), 6) FROM (${increments('main.narrow_sample')} UNION ALL ${increments('temp.narrow_queued')}))
    ELSE (SELECT value FROM narrow_five_min five WHERE five.ts = ${ts} - ${TICK_S} AND quantity = ${RAIN}) END`;
}
/** Columns of a tick, as they are read, and what is written to each. */
const CELLS: readonly [column: string, name: keyof Read, of: (tick: RawTick) => number | null | undefined][] = [
  ['ts', 'tS', (tick) => tick.tS],
  ['press', 'stationHpa', (tick) => tick.stationHpa],
  ['cloud_index', 'cloudIndex', (tick) => tick.cloudIndex],
  ['temp_rate', 'temperatureCPerH', ({ rates }) => rates.temperatureCPerH],
  ['hum_rate', 'humidityPctPerH', ({ rates }) => rates.humidityPctPerH],
  ['press_rate', 'pressureHpaPerH', ({ rates }) => rates.pressureHpaPerH],
  ['temp_raw', 'temperatureRawC', (tick) => tick.temperatureRawC],
  ['cpu_excess', 'cpuExcessC', (tick) => tick.cpuExcessC],
  ['hum_raw', 'humidityRawPct', (tick) => tick.humidityRawPct],
  ['temp_hum_chip', 'elementC', (tick) => tick.elementC],
  ['heard_air', 'heardAir', ({ heard }) => heard?.air],
  ['heard_temp', 'heardC', ({ heard }) => heard?.temperatureC],
  ['heard_hum', 'heardPct', ({ heard }) => heard?.humidityPct],
  ['heard_temp_rate', 'heardCPerH', ({ heard }) => heard?.rates.temperatureCPerH],
  ['heard_hum_rate', 'heardPctPerH', ({ heard }) => heard?.rates.humidityPctPerH],
  ['heard_barometer', 'heardBarometer', ({ heard }) => heard?.barometer],
  ['heard_press', 'heardHpa', ({ heard }) => heard?.stationHpa],
  ['heard_press_rate', 'heardHpaPerH', ({ heard }) => heard?.rates.pressureHpaPerH],
];
const COLUMNS = CELLS.map(([column]) => column);
const cellsOf = (tick: RawTick): (number | null)[] => CELLS.map(([, , of]) => of(tick) ?? null);
const FIELDS = `${CELLS.map(([column, name]) => `${column} ${name}`).join(', ')},
  coalesce(CASE WHEN tick.rain IS NULL OR ${badWithin(RAIN, `(tick.ts - ${TICK_S}) * 1000`, 'tick.ts * 1000')} THEN NULL ELSE tick.rain END,
  ${rainBefore('tick.ts')}) rainMm`;

function toTick(read: Read): RawTick {
  const { tS, stationHpa, cloudIndex, temperatureRawC, cpuExcessC, humidityRawPct, elementC, rainMm } = read;
  const own = { tS, stationHpa, cloudIndex, temperatureRawC, cpuExcessC, humidityRawPct, elementC };
  const { temperatureCPerH, humidityPctPerH, pressureHpaPerH } = read;
  const heard = heardOf(read);
  return {
    ...own,
    rates: { temperatureCPerH, humidityPctPerH, pressureHpaPerH },
    ...(rainMm !== null && { rainMm }),
    ...(heard && { heard }),
  };
}

function heardOf(read: Heard): HeardTick | null {
  const { heardAir: air, heardBarometer: barometer } = read;
  if (air === null && barometer === null) return null;
  const { heardC: temperatureC, heardPct: humidityPct, heardHpa: stationHpa } = read;
  const { heardCPerH: temperatureCPerH, heardPctPerH: humidityPctPerH, heardHpaPerH: pressureHpaPerH } = read;
  const rates = { temperatureCPerH, humidityPctPerH, pressureHpaPerH };
  return { air, temperatureC, humidityPct, barometer, stationHpa, rates };
}

/** The column must have a value; nobody reads it. */
const SEA_LEVEL_RATIO = 1;
/** A tick is the mean of the minute before it. */
const WINDOW_S = 60;
/** Values that are left out with each signal. */
const WITHOUT: ReadonlyMap<number, Partial<Read>> = new Map(
  Object.entries<Partial<Read>>({
    temperature: { temperatureRawC: null, cpuExcessC: null, elementC: null, temperatureCPerH: null },
    humidity: { humidityRawPct: null, humidityPctPerH: null },
    pressure: { stationHpa: null, pressureHpaPerH: null },
    light: { cloudIndex: null },
    solar_radiation: { cloudIndex: null },
    outdoor_temp: { heardC: null, heardCPerH: null },
    outdoor_hum: { heardPct: null, heardPctPerH: null },
  }).map(([name, values]) => [NUMBER_OF.get(name)!, values]),
);

/** Raw five-minute grid behind the forecasts; the scale in force gives its meaning. Its rain is that of the narrow tables. */
export class Ticks {
  readonly #sql;

  /** Quality flags of the samples: what a person called wrong is left out when a tick is read. */
  constructor(
    private readonly db: Database,
    private readonly quality: Quality,
  ) {
    this.#sql = {
      put: insertInto(db, 'OR REPLACE', 'tick', ['sea_level_ratio', ...COLUMNS]),
      page: db.prepare<[number, number], Read>(
        `SELECT ${FIELDS} FROM tick WHERE ts > ? AND ts <= ? ORDER BY ts LIMIT 1000`,
      ),
      last: db.prepare<[number], Read>(`SELECT ${FIELDS} FROM tick ORDER BY ts DESC LIMIT ?`),
      rain: db.prepare<[{ tS: number }], number | null>(`SELECT ${rainBefore('@tS')}`).pluck(),
      // By position: a million names of parameters take seconds.
      putPast: insertInto(db, 'OR IGNORE', 'tick', ['sea_level_ratio', ...COLUMNS, 'rain', 'import_job']),
      dropPast: db.prepare<[number]>('DELETE FROM tick WHERE ts = ? AND import_job IS NOT NULL'),
      first: db.prepare<[], number | null>('SELECT min(ts) FROM tick').pluck(),
      // In portions: after an import there are a million.
      prune: db.prepare<[number]>(
        'DELETE FROM tick WHERE ts IN (SELECT ts FROM tick WHERE ts < ? ORDER BY ts LIMIT 5000)',
      ),
    };
  }

  append(raw: RawTick): void {
    this.#sql.put.run(SEA_LEVEL_RATIO, ...cellsOf(raw));
  }

  /** Tick of another station's past; one that is there stays. */
  putPast(raw: RawTick, job: number): void {
    this.#sql.putPast.run(SEA_LEVEL_RATIO, ...cellsOf(raw), raw.rainMm ?? null, job);
  }

  dropPast(tS: number): void {
    this.#sql.dropPast.run(tS);
  }

  /** Many at once, in one transaction. */
  appendAll(ticks: Iterable<RawTick>): void {
    inTransaction(this.db, () => {
      for (const raw of ticks) this.append(raw);
    });
  }

  /** A tick with the rain before it, as it will be read again. */
  withRain(raw: RawTick): RawTick {
    const rainMm = this.#sql.rain.get({ tS: raw.tS }) ?? null;
    return rainMm === null ? raw : { ...raw, rainMm };
  }

  firstS(): number | null {
    return this.#sql.first.get() ?? null;
  }

  /** The newest `count`, oldest first. */
  latest(count: number): RawTick[] {
    return this.#trusted(this.#sql.last.all(count).reverse());
  }

  /** Ascending over (afterS, untilS], in pages: nothing stays open between two of them. */
  *pages(afterS: number, untilS: number): Generator<RawTick[]> {
    for (let from = afterS, rows: Read[]; ; from = rows.at(-1)!.tS) {
      rows = this.#sql.page.all(from, untilS);
      if (rows.length === 0) return;
      yield this.#trusted(rows);
    }
  }

  /** Ticks without what is flagged as wrong over the whole minute before each, or by a person over any part of it. */
  #trusted(reads: Read[]): RawTick[] {
    const [first, last] = [reads.at(0), reads.at(-1)];
    if (!first || !last) return [];
    const spans = this.quality.spans((first.tS - WINDOW_S) * 1000, last.tS * 1000 + 1);
    const bad = spans.filter(({ bits }) => isBad(bits));
    return reads.map((read) => {
      const [fromMs, untilMs] = [(read.tS - WINDOW_S) * 1000, read.tS * 1000];
      const isOut = ({ bits, ...span }: FlagSpan): boolean =>
        (bits & FLAG.handBad) !== 0
          ? span.fromMs <= untilMs && span.untilMs > fromMs
          : span.fromMs <= fromMs && span.untilMs > untilMs;
      for (const span of bad) if (isOut(span)) Object.assign(read, WITHOUT.get(span.signal));
      return toTick(read);
    });
  }

  /** Removes the ticks before `tS`; returns how many. */
  prune(tS: number): number {
    let removed = 0;
    for (let now = -1; now !== 0; removed += now) now = this.#sql.prune.run(tS).changes;
    return removed;
  }
}
