// npm run -s bench -- radiation [RECORD] [DAYS]: what a pyranometer is worth. Each development record is lived twice, with its radiation as the
// cloud index and without any; skill of the forecasts and of the chance of rain with a gauge, and the difference.

import { backtest } from '../src/backtest/backtest.ts';
import { rainBacktest, rainBaseRate } from '../src/backtest/rain.ts';
import { type RecordRow, RecordTicks } from '../src/backtest/record.ts';
import { DAY_S } from '../src/base/durations.ts';
import { type BenchRecord, developmentRecords } from './_records.ts';

const [wanted, days] = process.argv.slice(2);
const WARMUP_DAYS = 60;
const HORIZONS = [900, 3600, 10_800, 21_600, 43_200, 86_400];

const signed = (value: number): string => value.toFixed(4).replace('-', '−');

function skills({ settings, altitudeM }: BenchRecord, rows: readonly RecordRow[]): Map<string, number> {
  const playing = backtest(rows, { settings, altitudeM, warmupDays: WARMUP_DAYS });
  let step = playing.next();
  while (!step.done) step = playing.next();
  const found = new Map(step.value.rows.map((row) => [`${row.target} ${row.horizon_s}`, row.skill ?? Number.NaN]));
  const { stepS, latitude, longitude } = settings;
  const place = { latitude: latitude ?? null, longitude: longitude ?? null };
  const builder = new RecordTicks(stepS, place, altitudeM);
  const ticks = rows.map((row) => builder.tick(row));
  const options = {
    stepS,
    place,
    indoors: false,
    baseRate: rainBaseRate(rows, stepS),
    labels: 0,
    eagerness: 1,
    seed: 1,
  };
  for (const gauge of [true, false]) {
    const { brier_skill } = rainBacktest(rows, ticks, { ...options, gauge });
    found.set(`rain, ${gauge ? 'with' : 'without'} a gauge`, brier_skill);
  }
  return found;
}

for (const record of developmentRecords()) {
  if (wanted && record.name !== wanted) continue;
  const untilS = record.rows[0]!.tS + Number(days ?? 10_000) * DAY_S;
  const rows = record.rows.filter(({ tS }) => tS < untilS);
  const withSun = skills(record, rows);
  const without = skills(
    record,
    rows.map((row) => ({ ...row, solarWm2: null })),
  );
  console.log(
    `\n${record.name}, ${Math.round((rows.at(-1)!.tS - rows[0]!.tS) / DAY_S)} days: skill with radiation (without, difference)\n`,
  );
  for (const [what, skill] of withSun) {
    const other = without.get(what)!;
    const [target, horizonS] = what.split(' ');
    const name = HORIZONS.includes(Number(horizonS)) ? `${target} ${Number(horizonS) / 3600} h` : what;
    console.log(`| ${name} | ${signed(skill)} | ${signed(other)} | ${signed(skill - other)} |`);
  }
}
