import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type NarrowValues, quantitiesWith } from '../../../quantities/names.ts';
import { type Sentence, sentence } from '../../../words/sentence.ts';
import { cctFromRgb } from '../../air/physics/colour.ts';
import type { Files } from '../machine/files.ts';
import { type Board, type BoardNotice, emptySample, type LightReading, type Sample } from '../sample.ts';
import { ReplayRecord } from './replay-record.ts';

/** Global radiation to illuminance: the luminous efficacy of daylight, 105..110 lm/W over clear and cloudy skies (CIE 110-1994). */
const LUX_PER_WM2 = 107;

const COLOURS = ['clear', 'red', 'green', 'blue'] as const;

/** A file that cannot be replayed, in one sentence with the reason. */
export class UnusableRecord extends Error {}

/**
 * A recorded file as a board, `.csv` or `.csv.gz`. Its first turn is the beginning of the record; from there wall time runs
 * through the record `speed` times as fast. A row holds for its whole interval, a gap of the record is a gap of the board.
 */
export class ReplayBoard implements Board {
  readonly kind = 'replay';
  #record: ReplayRecord | null = null;
  #firstTurnS: number | null = null;
  #ended = false;
  #notices: BoardNotice[] = [];
  /** Its narrow values have been reported: a row holds for many turns, and its rain fell once. */
  #reportedRow: number | null = null;

  constructor(
    private readonly files: Pick<Files, 'readBytes'>,
    /** Absolute path of the record. */
    private readonly path: string,
    /** Seconds of record per second of wall time. */
    private readonly speed = 1,
  ) {}

  get hasColourSensor(): boolean {
    return COLOURS.every((name) => this.#record?.has(name) ?? false);
  }

  async open(): Promise<void> {
    const bytes = await this.files.readBytes(this.path);
    const packed = bytes[0] === 0x1f && bytes[1] === 0x8b; // by its mark: names lie
    try {
      this.#record = ReplayRecord.parse(new TextDecoder().decode(packed ? await promisify(gunzip)(bytes) : bytes));
    } catch (error) {
      throw new UnusableRecord(`The file to replay, ${this.path}, cannot be used: ${(error as Error).message}.`);
    }
    const { oddCells } = this.#record;
    if (oddCells > 0) this.#tell('warn', sentence('replay.odd-cells', { cells: oddCells, path: this.path }));
  }

  async read(tS: number): Promise<Sample> {
    const record = this.#record;
    if (!record) throw new Error('a replay board is opened before it is read');
    this.#firstTurnS ??= tS;
    const { startS, endS } = record;
    const at = startS + (tS - this.#firstTurnS) * this.speed;
    if (at >= endS) {
      if (!this.#ended) this.#tell('info', sentence('replay.over', { path: this.path }));
      this.#ended = true;
      return emptySample;
    }
    const row = record.rowAt(Math.max(at, startS)); // a wall clock that was set back replays nothing from before the start
    if (row === null) return emptySample;
    const isReported = row !== this.#reportedRow;
    this.#reportedRow = row;
    return { ...toSample(record, row), narrow: isReported ? reportOf(record, row) : undefined };
  }

  takeNotices(): BoardNotice[] {
    return this.#notices.splice(0);
  }

  async close(): Promise<void> {
    this.#record = null;
  }

  #tell(severity: BoardNotice['severity'], words: Sentence): void {
    this.#notices.push({ kind: 'sensor', severity, ...words });
  }
}

/** `temperature_c` is what a screened thermometer or a finished log says, so no CPU temperature belongs to it. */
function toSample(record: ReplayRecord, row: number): Sample {
  return {
    ...emptySample,
    humidityChipC: record.value('temp_humidity_sensor_c', row) ?? record.value('temperature_c', row),
    pressureChipC: record.value('temp_pressure_sensor_c', row),
    humidityPct: record.value('humidity_pct', row),
    pressureHpa: record.value('pressure_hpa', row),
    cpuC: record.value('cpu_temp_c', row),
    light: daylight(record, row) ?? colourCounts(record, row),
  };
}

/** Values outside of what can be true are none. */
const reportOf = (record: ReplayRecord, row: number): NarrowValues =>
  Object.fromEntries(
    quantitiesWith('narrow', 'csvBehind').flatMap(({ name, csvBehind, range: [least, most] }) => {
      const value = record.value(csvBehind, row);
      return value !== null && value >= least && value <= most ? [[name, value]] : [];
    }),
  );

/** A pyranometer has no colours: `clear` carries its illuminance as the light level, and black channels say "no colour". */
function daylight(record: ReplayRecord, row: number): LightReading | null {
  const wm2 = record.value('solar_wm2', row);
  if (wm2 === null) return null;
  const lux = LUX_PER_WM2 * wm2;
  return { clear: lux, red: 0, green: 0, blue: 0, gain: 1, integrationMs: 1, saturated: false, lux, cctK: null };
}

/** Counts whose gain and integration time were not logged: relative to each other they tell a colour, but no lux. */
function colourCounts(record: ReplayRecord, row: number): LightReading | null {
  const [clear, red, green, blue] = COLOURS.map((name) => record.value(name, row));
  if (clear == null || red == null || green == null || blue == null) return null;
  const cctK = cctFromRgb(red, green, blue);
  return { clear, red, green, blue, gain: 1, integrationMs: 1, saturated: false, lux: null, cctK };
}
