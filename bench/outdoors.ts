// npm run bench -- outdoors [DAYS] [late]: the forecasts of a station whose only sensor hangs outdoors, of one that has it beside a board in a
// room, and of one that lived weeks with the board alone before it took the sensor in. All live the same record. The skill of the first
// two for the air outdoors must agree within 0.01. The third must speak of no room behind the seam: its errors in the days after it are
// those of a station that begins there. Exits 1 where either does not hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordRow } from '../src/backtest/record.ts';
import { DAY_S } from '../src/base/durations.ts';
import { Config } from '../src/config/config.ts';
import type { ScorecardRow } from '../src/contract/forecast.ts';
import { Station } from '../src/station/app/station.ts';
import { noBoard } from '../src/station/inputs/heard-board.ts';
import type { Observation } from '../src/station/inputs/observation.ts';
import { InThread } from '../src/station/jobs/in-thread.ts';
import { type Board, emptySample } from '../src/station/sensors/sample.ts';
import { Turnstile } from '../src/station/store/sqlite/turnstile.ts';
import { workerStorePlan } from '../src/station/store/worker-store.ts';
import { openStore } from '../tests/support/open-store.ts';
import { type BenchRecord, developmentRecords } from './_records.ts';

const DAYS = Number(process.argv[2] ?? 40);
/** The record has a row in five minutes: the one sample of each grid row. */
const STEP_S = 300;
const MOST_APART = 0.01;
/** Ten years: a clock that shows 2016 is one that nobody has set. */
const LATER_S = 3653 * DAY_S;
/** No loop turns by itself: each sample is asked for. Short waits of jobs pass at once. */
const SHORT_MS = 5000;
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else if (ms < SHORT_MS) setTimeout(resolve, 1);
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
/** Samples behind an adoption, and the time after each: what is usual is learned anew within seconds, and five minutes lie between two ticks. */
const SEAM = 4;
const SEAM_MS = 4000;

const said = ({ temperatureC, humidityPct, pressureHpa }: RecordRow): Observation => ({
  kind: 'ecowitt',
  sender: 'garden',
  model: 'record',
  channel: null,
  sentS: null,
  values: Object.fromEntries(
    Object.entries({
      'outdoor.temperature_c': temperatureC,
      'outdoor.humidity_pct': humidityPct,
      'pressure.station_hpa': pressureHpa,
    }).flatMap(([path, value]) => (value === null ? [] : [[path, value] as const])),
  ),
  counters: {},
  amounts: {},
  batteries: {},
  signalDb: null,
  unknown: [],
});

/** A board on a shelf: the room is warm and dry, the pressure that of the house. */
function roomBoard(now: () => RecordRow): Board {
  return {
    ...noBoard,
    kind: 'sense-hat',
    read: async (tS) => ({
      ...emptySample,
      humidityChipC: 21 + Math.sin((2 * Math.PI * tS) / DAY_S),
      humidityPct: 38 + 3 * Math.sin((4 * Math.PI * tS) / DAY_S),
      pressureHpa: now().pressureHpa,
    }),
  };
}

interface Life {
  hasBoard: boolean;
  /** Days with the board alone, before the sensor is taken in. */
  aloneDays?: number;
  /** First day of the record that is lived. */
  fromDay?: number;
}

async function lived(record: BenchRecord, { hasBoard, aloneDays = 0, fromDay = 0 }: Life): Promise<ScorecardRow[]> {
  const { latitude, longitude } = record.settings;
  const perDay = DAY_S / STEP_S;
  const rows = record.rows.slice(fromDay * perDay, DAYS * perDay).map((one) => ({ ...one, tS: one.tS + LATER_S }));
  let row = rows[0]!;
  const clock = { nowS: () => row.tS, steadyMs: () => row.tS * 1000, sleep };
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-outdoors-'));
  const stored = { folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' };
  const station = new Station({
    config: Config.parse({
      site: { latitude, longitude, altitude_m: 50, indoors: hasBoard },
      sensors: { sample_interval_s: 60, source: hasBoard ? 'sense-hat' : 'ecowitt' },
      log: { level: 'silent' },
    }),
    version: 'bench',
    clock,
    timeZone: 'UTC',
    store: openStore(stored),
    heavy: new InThread(workerStorePlan(stored, new Turnstile()), clock),
    board: hasBoard ? roomBoard(() => row) : noBoard,
    files: null,
    notices: [],
    log: () => {},
  });
  const adopt = () => {
    for (const { id } of station.inputs.list().inputs) station.inputs.adopt(id, { place: 'outdoors' });
  };
  station.inputs.take([said(row)]);
  if (aloneDays === 0) adopt();
  await station.start();
  for (const [i, next] of rows.slice(1).entries()) {
    row = next;
    if (i === aloneDays * perDay && i > 0) adopt();
    station.inputs.take([said(row)]);
    await station.sampleNow();
    if (aloneDays > 0 && i >= aloneDays * perDay && i < aloneDays * perDay + SEAM)
      await new Promise((resolve) => setTimeout(resolve, SEAM_MS));
    if (row.tS % 3600 === 0) station.commitNow();
  }
  station.forecasts.verify();
  const { rows: scores } = station.forecasts.scorecard();
  await station.stop();
  rmSync(folder, { recursive: true, force: true });
  return scores;
}

let isApart = false;
const records = developmentRecords().filter(({ settings }) => settings.stepS === STEP_S);
const onlyLate = process.argv[3] === 'late';
for (const record of onlyLate ? [] : records) {
  const alone = await lived(record, { hasBoard: false });
  const beside = await lived(record, { hasBoard: true });
  console.log(`${record.name}, ${DAYS} days: skill with the outdoor sensor alone, and beside a board in a room`);
  for (const one of alone) {
    const other = beside.find(({ target, horizon_s }) => target === one.target && horizon_s === one.horizon_s);
    const apart = one.skill === null || !other || other.skill === null ? Number.NaN : Math.abs(one.skill - other.skill);
    isApart ||= !(apart <= MOST_APART);
    const shown = [one.skill, other?.skill, apart].map((value) => (value ?? Number.NaN).toFixed(4).padStart(8));
    console.log(
      `${one.target.padEnd(12)} ${String(one.horizon_s / 3600).padStart(5)} h ${shown.join(' ')} n ${one.n} ${other?.n}`,
    );
  }
}
for (const record of records) {
  const half = Math.floor(DAYS / 2);
  const late = await lived(record, { hasBoard: true, aloneDays: half });
  const begun = await lived(record, { hasBoard: true, fromDay: half });
  console.log(`${record.name}: sensor taken in after ${half} days; a station that begins on that day`);
  for (const one of late) {
    const other = begun.find(({ target, horizon_s }) => target === one.target && horizon_s === one.horizon_s);
    const shown = [one.skill, other?.skill].map((value) => (value ?? Number.NaN).toFixed(4).padStart(8));
    const isWorse = one.target !== 'pressure' && !((one.skill ?? -1) >= (other?.skill ?? 0) - 0.05);
    isApart ||= isWorse;
    console.log(
      `${one.target.padEnd(12)} ${String(one.horizon_s / 3600).padStart(5)} h ${shown.join(' ')} n ${one.n} ${other?.n}${isWorse ? ' WORSE' : ''}`,
    );
  }
}
process.exitCode = isApart ? 1 : 0;
