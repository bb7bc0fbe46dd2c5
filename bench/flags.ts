// Quality tests on the development records with seeded faults: recall of each kind, false flags a day on the records as they are, and what the
// flags cost the store. Drift is played and counted, but no test here can find it: that is what the drift monitor is for (bench -- monitor).
//   npm run -s bench -- flags [--days 60]
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { parseRecord } from '../src/backtest/record.ts';
import { FLAG, isBad, type SignalName } from '../src/station/quality/flags.ts';
import { RowTests, type TestedRow } from '../src/station/quality/row-tests.ts';
import { openStore } from '../tests/support/open-store.ts';
import { LIMITS } from '../tests/support/quality-limits.ts';
import { seeded } from '../tests/support/seeded.ts';
import { boardRow, noise } from './_history-data.ts';

const { values } = parseArgs({
  options: { days: { type: 'string', default: '60' }, cost: { type: 'boolean', default: false } },
});
const FOLDER = join(process.env['WEATHERGLASS_SHARED'] ?? join(process.cwd(), '..', 'shared'), 'data');
const DAY_S = 86_400;
const DAYS = Number(values.days);

const SIGNALS = ['temperature', 'humidity', 'pressure'] as const;
type Signal = (typeof SIGNALS)[number];
const RAW = { temperature: 'temp_raw', humidity: 'hum_raw', pressure: 'press_raw' } as const;

type Row = { ts: number } & Record<(typeof RAW)[Signal], number | null>;
const RECORDS: readonly [name: string, file: string][] = [
  ['Sense HAT, 10 s', 'sensehat-v1-ground-2015-08-first-half-10s.csv.gz'],
  ['Sense HAT 2, 5 s', 'sensehat-v2-cabin-2022-01-first60-5s.csv.gz'],
  ['Lyngby, 1 min', 'dtu-lyngby-2016-06-1min.csv.gz'],
  ['Lyngby, 5 min', 'dtu-lyngby-2016-2017-5min.csv.gz'],
  ['Svartberget, 30 min', 'svartberget-2019-30min.csv.gz'],
  ['Essen, 60 min', 'essen-2014-2018-60min.csv.gz'],
];

function rowsOf(file: string): Row[] {
  const text = gunzipSync(readFileSync(join(FOLDER, file))).toString('utf8');
  const [head = '', ...lines] = text.split('\n');
  const names = head.trim().split(',');
  if (names.includes('solar_wm2')) {
    return parseRecord(text).map((row) => ({
      ts: row.tS,
      temp_raw: row.temperatureC,
      hum_raw: row.humidityPct,
      press_raw: row.pressureHpa,
    })) as Row[];
  }
  const at = (...of: string[]) => names.findIndex((name) => of.includes(name));
  const columns = {
    temp_raw: at('temp_humidity_sensor_c', 'temperature_c'),
    hum_raw: at('humidity_pct'),
    press_raw: at('pressure_hpa'),
  };
  return lines.flatMap((line) => {
    const cells = line.trim().split(',');
    if (cells.length < names.length) return [];
    const cell = (i: number): number | null => (cells[i] ? Number(cells[i]) : null);
    const of = Object.fromEntries(Object.entries(columns).map(([name, i]) => [name, cell(i)]));
    return [{ ts: Number(cells[0]), ...of } as Row];
  });
}

/** Sizes of faults: as an owner would see them at a glance. */
const SIZE = { temperature: [8, 25], humidity: [35, 60], pressure: [8, 40] } as const;
const KINDS = ['spike', 'step', 'stuck', 'drift'] as const;
type Kind = (typeof KINDS)[number];
const BITS: Record<Kind, number> = {
  spike: FLAG.spike | FLAG.range,
  step: FLAG.step | FLAG.range,
  stuck: FLAG.stuck,
  drift: FLAG.step | FLAG.spike | FLAG.stuck | FLAG.range,
};

interface Laid {
  rows: Row[];
  faults: { fromS: number; untilS: number }[];
}

/** One fault a day on the average, once the tests know the sensor: 200 changes of its digits. */
function lay(rows: readonly Row[], signal: Signal, kind: Kind, seed: number): Laid {
  const { uniform } = seeded(seed);
  const raw = RAW[signal];
  const laid = rows.map((row) => ({ ...row }));
  const [least, most] = SIZE[signal];
  const stepS = rows[1]!.ts - rows[0]!.ts;
  const isFast = stepS <= 10; // records of a board, of a day or two
  const forS = {
    spike: 0,
    step: isFast ? 1800 : 6 * 3600,
    stuck: isFast ? 5400 : Math.max(12 * 3600, 40 * stepS),
    drift: isFast ? 6 * 3600 : 3 * DAY_S,
  }[kind];
  const everyS = Math.max(kind === 'drift' ? 2 * forS : isFast ? 3600 : DAY_S, 1.5 * forS);
  const faults: Laid['faults'] = [];
  const knownS = Math.min(Math.max(2 * DAY_S, 300 * stepS), (rows.at(-1)!.ts - rows[0]!.ts) / 4);
  for (let atS = rows[0]!.ts + knownS; atS < rows.at(-1)!.ts - forS - 2 * stepS; ) {
    const first = laid.findIndex(({ ts }) => ts >= atS);
    const own = laid.slice(first, first + 1 + Math.round(forS / stepS));
    const before = laid[first - 1];
    atS += Math.min(everyS, (rows.at(-1)!.ts - rows[0]!.ts) / 3) * (0.7 + 0.6 * uniform());
    const whole =
      own.length > Math.round(forS / stepS) && own.every((row) => row[raw] !== null) && before && before[raw] !== null;
    const even =
      whole && own.at(-1)!.ts - before.ts <= 1.3 * forS + 3 * stepS && laid[first + own.length]?.[raw] != null;
    if (!even) continue;
    const size =
      (least + (most - least) * uniform()) *
      (signal === 'humidity' ? (own[0]![raw]! > 50 ? -1 : 1) : uniform() < 0.5 ? -1 : 1);
    const held = own[0]![raw]!;
    own.forEach((row, i) => {
      const share = kind === 'drift' ? (i + 1) / own.length : 1;
      row[raw] = kind === 'stuck' ? held : row[raw]! + size * share;
    });
    faults.push({ fromS: own[0]!.ts, untilS: own.at(-1)!.ts });
  }
  return { rows: laid, faults };
}

/** Flags of each row of one signal. */
function flagged(rows: readonly TestedRow[], signal: SignalName): Map<number, number> {
  const tests = new RowTests(LIMITS);
  const found = new Map<number, number>();
  const note = (ts: number, bits = 0) => bits && found.set(ts, (found.get(ts) ?? 0) | bits);
  for (const row of rows) {
    const { flags, earlier } = tests.learn(row);
    note(row.ts, flags[signal]);
    for (const spike of earlier) note(spike.ts, spike.flags[signal]);
  }
  return found;
}

/** Flags in a row count as one: an owner would see one. */
function episodes(times: readonly number[], apartS: number): number {
  return times.filter((ts, i) => i === 0 || ts - times[i - 1]! > apartS).length;
}

const percent = (share: number): string => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–');
function recall(): void {
  console.log('| record | signal | days | false bad a day | false suspect a day | spike | step | stuck | drift |');
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|');
  for (const [name, file] of RECORDS) {
    if (!existsSync(join(FOLDER, file))) {
      console.warn(`SKIPPED: ${name}, because ${file} is not in ${FOLDER}`);
      continue;
    }
    const all = rowsOf(file);
    const stepS = all[1]!.ts - all[0]!.ts;
    const rows = all.filter(({ ts }) => ts < all[0]!.ts + DAYS * DAY_S * (stepS > 300 ? 6 : 1));
    const days = (rows.at(-1)!.ts - rows[0]!.ts) / DAY_S;
    for (const signal of SIGNALS) {
      const plain = [...flagged(rows, signal)].sort(([a], [b]) => a - b);
      const bad = plain.filter(([, bits]) => isBad(bits)).map(([ts]) => ts);
      const suspect = plain.filter(([, bits]) => !isBad(bits)).map(([ts]) => ts);
      const recalls = KINDS.map((kind, i) => {
        const { rows: laid, faults } = lay(rows, signal, kind, 11 + i);
        const found = [...flagged(laid, signal)].filter(([, bits]) => bits & BITS[kind]).map(([ts]) => ts);
        const already = new Set(plain.filter(([, bits]) => bits & BITS[kind]).map(([ts]) => ts));
        const caught = faults.filter(({ fromS, untilS }) =>
          found.some((ts) => ts >= fromS && ts <= untilS && !already.has(ts)),
        );
        return `${percent(caught.length / faults.length)} of ${faults.length}`;
      });
      const rate = (times: readonly number[]) => (episodes(times, Math.max(600, 2 * stepS)) / days).toFixed(3);
      console.log(
        `| ${name} | ${signal} | ${days.toFixed(0)} | ${rate(bad)} | ${rate(suspect)} | ${recalls.join(' | ')} |`,
      );
    }
  }
}

/** Bytes and time of a day of samples, every two seconds, with flags on some of them. */
function cost(): void {
  const random = noise(7);
  const rows = Array.from({ length: DAY_S / 2 }, (_, i) => boardRow(1_749_988_800 + 2 * i, random));
  const measure = (flagged: (i: number) => boolean) => {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-flags-'));
    const clock = { nowS: () => 1_750_100_000, steadyMs: () => performance.now(), sleep: () => Promise.resolve() };
    const store = openStore({ folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' });
    const began = performance.now();
    for (const [i, row] of rows.entries()) {
      store.samples.append(flagged(i) ? { ...row, flags: { temperature: FLAG.spike } } : row);
      if (i % 15 === 14) store.flush();
    }
    store.flush();
    const tookMs = performance.now() - began;
    store.close();
    const bytes = statSync(join(folder, 'weatherglass.db')).size;
    rmSync(folder, { recursive: true, force: true });
    return { bytes, msASample: tookMs / rows.length };
  };
  const none = measure(() => false);
  const kinds: [string, number, (i: number) => boolean][] = [
    ['no flag', 0, () => false],
    ['a spike an hour', 24, (i) => i % 1800 === 900],
    ['stuck for half a day', 21_600, (i) => i >= 21_600],
    ['every second value alone', 21_600, (i) => i % 2 === 1],
  ];
  console.log('| flags in a day | values flagged | bytes more | a sample |\n|---|---:|---:|---:|');
  for (const [name, count, flagged] of kinds) {
    const { bytes, msASample } = measure(flagged);
    console.log(`| ${name} | ${count} | ${bytes - none.bytes} | ${msASample.toFixed(3)} ms |`);
  }
  const tests = new RowTests(LIMITS);
  const began = performance.now();
  for (const row of rows) tests.learn(row);
  console.log(
    `\nThe tests of a sample: ${(((performance.now() - began) * 1000) / rows.length).toFixed(1)} µs. Database of the day: ${(none.bytes / 1e6).toFixed(1)} MB.`,
  );
}

if (values.cost) cost();
else recall();
