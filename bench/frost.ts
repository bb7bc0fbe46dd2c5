// npm run bench -- frost [RECORD]: what the chances and warnings of "frost tonight" are worth on the development records, and the rule
// "below 2 °C now" beside them.

import { type AlarmBacktest, alarmBacktest } from '../src/backtest/alarms.ts';
import type { Period } from '../src/station/alarms/chance-record.ts';
import { seeded } from '../tests/support/seeded.ts';
import { type BenchRecord, developmentRecords, TYPICAL_WITHOUT } from './_records.ts';

/** The morning is one of the clock on the wall. */
const ZONES: Record<string, string> = {
  Lyngby: 'Europe/Copenhagen',
  Svartberget: 'Europe/Stockholm',
  Essen: 'Europe/Berlin',
};
const WARMUP_DAYS = 60;
const tenths = Array.from({ length: 10 }, (_, i) => i);

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const signed = (value: number | null, digits: number): string =>
  value === null ? '–' : value.toFixed(digits).replace('-', '−');

function played({ name, rows, settings, altitudeM }: BenchRecord): AlarmBacktest {
  const typical = TYPICAL_WITHOUT[name]; // it must not begin with what was learned here
  const replaying = alarmBacktest(rows, {
    settings: { ...settings, typical, timezone: ZONES[name]! },
    altitudeM,
    warmupDays: WARMUP_DAYS,
  });
  let step = replaying.next();
  while (!step.done) step = replaying.next();
  return step.value;
}

/**
 * How far the farthest tenth of a forecaster would be who is right in every chance it says: the middle of a thousand draws of the same
 * nights, and the value that a tenth of the draws exceed. The questions of a night share its outcome.
 */
function farthestByChance(nights: readonly Period[]): { middle: number; ninth: number } {
  const { uniform } = seeded(1);
  const farthest = Array.from({ length: 1000 }, () => {
    const bins = tenths.map(() => ({ n: 0, said: 0, came: 0 }));
    for (const night of nights) {
      const drawn = uniform();
      for (const [tenth, n, said] of night.tenths) {
        const bin = bins[tenth]!;
        bin.n += n;
        bin.said += said;
        if (drawn < said / n) bin.came += n;
      }
    }
    return Math.max(...bins.map(({ n, said, came }) => (n === 0 ? 0 : (100 * Math.abs(said - came)) / n)));
  }).sort((a, b) => a - b);
  return { middle: farthest[500]!, ninth: farthest[900]! };
}

const [only] = process.argv.slice(2);
const results = developmentRecords()
  .filter(({ name }) => only === undefined || name === only)
  .map((record) => {
    const started = process.cpuUsage();
    const result = played(record);
    console.error(`${record.name}: ${((process.cpuUsage(started).user ?? 0) / 1e6).toFixed(0)} s of processor`);
    return { name: record.name, ...result };
  });

console.log(
  `${line(['record', 'nights', 'with frost', 'warned by', 'Brier skill', 'warnings', 'came true', 'missed', 'false per month', 'median lead, h'])}
${line(['---', '---:', '---:', '---', ...Array.from({ length: 6 }, () => '---:')])}`,
);
for (const { name, nights, frosts, frostTonight } of results) {
  const { naive, threshold, ...ours } = frostTonight;
  const ways = [
    { by: `a chance of ${100 * threshold} %`, ...ours, warnings: ours.n },
    ...(naive ? [{ by: 'below 2 °C now', ...naive }] : []),
  ];
  for (const { by, brier_skill, warnings, came, missed, false_per_month, median_lead_h } of ways) {
    const scores = [signed(false_per_month, 2), signed(median_lead_h, 1)];
    console.log(line([name, nights.length, frosts, by, signed(brier_skill, 3), warnings, came, missed, ...scores]));
  }
}
console.log('');
const farthest = ['farthest, points', 'farthest by chance alone: half, a tenth of the draws exceed'];
console.log(line(['said and came, % (nights)', ...tenths.map((i) => `${10 * i}–${10 * i + 10}`), ...farthest]));
console.log(line(['---', ...[...tenths, ...farthest].map(() => '---:')]));
for (const { name, nights, frostTonight } of results) {
  const cells = tenths.map((i) => {
    const bin = frostTonight.reliability.find(({ said }) => Math.min(9, Math.floor(10 * said)) === i);
    return bin ? `${(100 * bin.said).toFixed(0)} ${(100 * bin.came).toFixed(0)} (${bin.nights})` : '–';
  });
  const off = Math.max(...frostTonight.reliability.map(({ said, came }) => 100 * Math.abs(said - came)));
  const { middle, ninth } = farthestByChance(nights);
  console.log(line([name, ...cells, off.toFixed(1), `${middle.toFixed(1)}, ${ninth.toFixed(1)}`]));
}
