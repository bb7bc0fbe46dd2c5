// npm run -s bench -- forecast [cost|skill|faults] [RECORD]: what the forecasts reach on the development records, what they cost, and
// (only when asked for) what a fault of a sensor does to them.

import { type BacktestResult, backtest } from '../src/backtest/backtest.ts';
import type { OutlookRow } from '../src/backtest/outlook.ts';
import { ForecastEngine } from '../src/station/forecast/engine.ts';
import type { PendingRow, PendingStore } from '../src/station/forecast/pending.ts';
import { relearn } from '../src/station/jobs/relearn.ts';
import type { TickRow } from '../src/station/tick.ts';
import { learnedBy } from '../tests/station/forecast/learned.ts';
import { PLAIN, rawOf } from '../tests/support/tick-rows.ts';
import { faults } from './_faults.ts';
import { lived } from './_lived.ts';
import { type BenchRecord, developmentRecords, TYPICAL_WITHOUT } from './_records.ts';

const HORIZONS = [900, 3600, 10800, 21600, 43200, 86400];
const LABELS = ['15 min', '1 h', '3 h', '6 h', '12 h', '24 h'];
const TARGETS = ['temperature', 'humidity', 'pressure'];
const WARMUP_DAYS = 60;
const COVERAGE_TOLERANCE = 0.05;
const TRAIN_HOURS = 720;

type Row = BacktestResult['rows'][number];

const signed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');
const percent = (value: number | null): string => (value === null ? '' : signed(100 * value, 1));
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** One line per target, one column per horizon; empty where the record's step cannot carry it. */
function table(title: string, rows: readonly Row[], cell: (row: Row) => string): string {
  const body = TARGETS.map((target) =>
    line([
      target,
      ...HORIZONS.map((horizon) => {
        const row = rows.find((one) => one.target === target && one.horizon_s === horizon);
        return row ? cell(row) : '–';
      }),
    ]),
  );
  return [line([title, ...LABELS]), line(['---', ...LABELS.map(() => '---:')]), ...body].join('\n');
}

function skill({ name, rows, settings, altitudeM }: BenchRecord): void {
  const started = process.cpuUsage();
  const wallMs = performance.now();
  const typical = TYPICAL_WITHOUT[name]; // it must not begin with what was learned here
  const replaying = backtest(rows, {
    settings: { ...settings, typical },
    altitudeM,
    warmupDays: WARMUP_DAYS,
  });
  let step = replaying.next();
  while (!step.done) step = replaying.next();
  const { user } = process.cpuUsage(started);
  const { rows: heads, outlook, chance } = step.value;
  const inTolerance = (row: Row): string => {
    const all = row.months.filter(({ coverage }) => coverage !== null);
    const good = all.filter(({ coverage }) => Math.abs(coverage! - 0.9) <= COVERAGE_TOLERANCE);
    return `${good.length}/${all.length}`;
  };
  console.log(`## ${name}, a row every ${settings.stepS / 60} min, ${rows.length} rows\n`);
  console.log(
    `Replayed in ${(user / 1e6).toFixed(0)} s of processor, ${((performance.now() - wallMs) / 1000).toFixed(0)} s by the clock.\n`,
  );
  console.log(
    table('skill', heads, (row) => (row.skill === null ? '' : signed(row.skill, 3))),
    '\n',
  );
  console.log(
    table('coverage, %', heads, (row) => percent(row.coverage)),
    '\n',
  );
  console.log(
    table('coverage of the narrowest and the widest tenth, %', heads, ({ coverage_by_width: parts }) =>
      parts ? `${percent(parts[0]!)} ${percent(parts.at(-1)!)}` : '',
    ),
    '\n',
  );
  console.log(
    table('lowest and highest tenth, %', heads, ({ coverage_by_width: parts }) =>
      parts ? `${percent(Math.min(...parts))} ${percent(Math.max(...parts))}` : '',
    ),
    '\n',
  );
  console.log(
    table('coverage of the inner band, %', heads, (row) => percent(row.coverage_inner)),
    '\n',
  );
  console.log(table('months within 5 points', heads, inTolerance), '\n');
  console.log(
    table('Winkler gain, %', heads, (row) => percent(row.winkler_gain)),
    '\n',
  );
  console.log(
    table('CRPS gain, %', heads, (row) => percent(row.crps_gain)),
    '\n',
  );
  console.log(
    table(
      'cold: skill / coverage, %',
      heads,
      (row) => `${row.cold_skill === null ? '' : signed(row.cold_skill, 2)} / ${percent(row.cold_coverage)}`,
    ),
    '\n',
  );
  const tenths = Array.from({ length: 10 }, (_, i) => i);
  const scores = 'Brier score (of who knows only how often)';
  console.log(
    line([
      'chance of passing a value: said and came, %',
      scores,
      'farthest, points',
      ...tenths.map((i) => `${10 * i}–${10 * i + 10}`),
    ]),
  );
  console.log(line(['---', '---:', '---:', ...tenths.map(() => '---:')]));
  for (const { target, brier, brier_base, bins } of chance) {
    const ofTenth = tenths.map((i) => bins.find(({ said }) => Math.min(9, Math.floor(10 * said)) === i));
    const cells = ofTenth.map((bin) => (bin ? `${(100 * bin.said).toFixed(0)} ${(100 * bin.came).toFixed(0)}` : '–'));
    const farthest = Math.max(...bins.map(({ said, came }) => 100 * Math.abs(said - came)));
    console.log(line([target, `${brier.toFixed(4)} (${brier_base.toFixed(3)})`, farthest.toFixed(1), ...cells]));
  }
  console.log('');
  const days = [2, 3, 4, 5, 6, 7];
  const perDay = (title: string, cell: (row: OutlookRow) => string): void => {
    console.log(line([title, ...days.map((day) => `day ${day}`)]));
    console.log(line(['---', ...days.map(() => '---:')]));
    for (const target of TARGETS) {
      const ofDay = (day: number) => outlook.find((one) => one.target === target && one.day === day);
      console.log(line([target, ...days.map((day) => ofDay(day)).map((row) => (row ? cell(row) : ''))]));
    }
    console.log('');
  };
  perDay('outlook: skill over climatology', ({ skill }) => (skill === null ? '' : signed(skill, 3)));
  perDay('outlook: coverage, %', ({ coverage }) => percent(coverage));
}

class MemoryPending implements PendingStore {
  #rows: PendingRow[] = [];
  get bytes(): number {
    return this.#rows.reduce((sum, row) => sum + 8 * row.payload.length + 80, 0);
  }
  load(): PendingRow[] {
    return this.#rows;
  }
  commit(untilS: number, issued: readonly PendingRow[]): void {
    this.#rows = [...this.#rows.filter(({ dueS }) => dueS > untilS), ...issued];
  }
  forget(): void {
    this.#rows = [];
  }
}

const clock = {
  nowS: () => 0,
  steadyMs: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

const LIVED_DAYS = 400;
const mb = (bytes: number): string => (bytes / 1e6).toFixed(2);

/** The five-minute record, as a station would live through it. What a turn of a station's thread takes: `npm run -s bench -- tick`. */
async function cost(record: BenchRecord): Promise<void> {
  const { ticks, settings } = record;
  const engine = new ForecastEngine(settings);
  const ms: number[] = [];
  const used = process.cpuUsage();
  for (const row of ticks.slice(0, 30_000)) {
    const startedMs = performance.now();
    const before = process.cpuUsage();
    engine.tick(row);
    const { user, system } = process.cpuUsage(before);
    ms.push(Math.min(performance.now() - startedMs, (user + system) / 1000)); // what others took from us is not ours
  }
  const settled = ms.slice(10_000).sort((a, b) => a - b);
  const at = (share: number): number => settled[Math.min(settled.length - 1, Math.floor(share * settled.length))]!;
  const { user, system } = process.cpuUsage(used);
  const mean = (user + system) / 1000 / ms.length;
  console.log('## Cost\n');
  console.log(
    `tick: mean ${mean.toFixed(3)} ms of processor; the tick alone: median ${at(0.5).toFixed(3)}, 99.9 % ${at(0.999).toFixed(2)}, worst ${at(1).toFixed(2)} ms; ` +
      `per 2 s sample ${(mean / 150).toFixed(4)} ms`,
  );
  const store = new MemoryPending();
  const year = lived(record, LIVED_DAYS, { pending: store });
  const state = learnedBy(year);
  const ofHeads = state.filter(({ name }) => name.startsWith('forecast.head.'));
  const largest = Math.max(...ofHeads.map((head) => JSON.stringify(head).length));
  console.log(
    `state after ${LIVED_DAYS} days: ${mb(JSON.stringify(state).length)} MB learned ` +
      `(${mb(JSON.stringify(ofHeads).length)} MB of it heads, the largest ${mb(largest)} MB), ${mb(store.bytes)} MB waiting`,
  );
  await trainingCost(ticks.slice(20_000, 20_000 + TRAIN_HOURS * 12), settings);
}

async function trainingCost(rows: readonly TickRow[], settings: BenchRecord['settings']): Promise<void> {
  let lastMs = performance.now();
  let stall = 0;
  const stalls: number[] = [];
  let running = true;
  const watch = async () => {
    while (running) {
      await new Promise((resolve) => setImmediate(resolve));
      stall = performance.now() - lastMs;
      stalls.push(stall);
      lastMs = performance.now();
    }
  };
  const watching = watch();
  const used = process.cpuUsage();
  const nowS = rows.at(-1)!.tS;
  const history = {
    *ticks() {
      for (let i = 0; i < rows.length; i += 1000) yield rows.slice(i, i + 1000).map(rawOf);
    },
    hours: () => [],
  };
  const startedMs = performance.now();
  const place = { latitude: settings.latitude, longitude: settings.longitude };
  const rain = { baseRate: 0.15, indoors: false, southern: false, place, stepS: settings.stepS };
  const input = { settings, rain, words: [], scale: PLAIN, nowS, headHours: TRAIN_HOURS };
  const { heads: result } = await relearn(history, input, {
    clock,
    signal: new AbortController().signal,
    progress: () => {},
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const processorS = process.cpuUsage(used).user / 1e6;
  running = false;
  await watching;
  if (!result.trained) throw new Error(`training refused: ${result.reason}`);
  console.log(
    `train: ${TRAIN_HOURS} h, ${result.facts.grid_rows} rows in ${processorS.toFixed(2)} s of processor, ${seconds.toFixed(2)} s by the clock; longest stall of the event loop ${Math.max(...stalls).toFixed(1)} ms\n`,
  );
}

const wanted = process.argv.slice(2);
const records = developmentRecords();
const chosen = records.filter(
  ({ name }) => !wanted.some((word) => records.some((one) => one.name === word)) || wanted.includes(name),
);
const only = ['cost', 'skill', 'faults'].find((one) => wanted.includes(one));
if (!only || only === 'skill') for (const record of chosen) skill(record);
if (only === 'faults') for (const record of chosen) faults(record);
const fine = records.find(({ settings }) => settings.stepS === 300);
if (fine && (!only || only === 'cost')) await cost(fine);
