// npm run -s bench -- rain [RECORD] [SEEDS]: the rain model on the development records, each with a prior fitted on the others: base rates
// right and wrong by half, what labels are worth over SEEDS drawings of them (0: none are given), and what they could teach at best.

import { fitPrior, siteOf } from '../scripts/rain-prior/fit.ts';
import { rainBacktest, rainBaseRate } from '../src/backtest/rain.ts';
import { FEWEST_IN_BIN } from '../src/backtest/rain-scores.ts';
import { ceilings } from './_rain-oracle.ts';
import { type Lived, lived, pieces, replay, type Teacher } from './_rain-replay.ts';
import { developmentRecords } from './_records.ts';

const wanted = process.argv[2] ?? '';
const seeds = Number(process.argv[3] ?? 20);
const PIECE_DAYS = 60;
/** No drawing of labels shall cost more Brier skill than this. */
const HARM = -0.005;
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const f = (value: number): string => value.toFixed(3);
const gained = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(4)}`;

const TEACHERS: Record<string, Teacher> = {
  '30 labels, 1 of 10 wrong, at any time': { labels: 30, slips: 0.1, eagerness: 1 },
  '30 labels, 1 of 10 wrong, rain ten times more readily': { labels: 30, slips: 0.1, eagerness: 10 },
  '100 labels, rain ten times more readily': { labels: 100, slips: 0, eagerness: 10 },
  '5 careless labels, half of them wrong': { labels: 5, slips: 0.5, eagerness: 1 },
};

const records = developmentRecords().map(({ settings: { stepS, latitude, longitude }, ...record }) => ({
  name: record.name,
  rows: record.rows,
  ticks: record.ticks,
  stepS,
  place: { latitude: latitude!, longitude: longitude! },
}));
const sites = records.map(siteOf);

for (const [i, record] of records.entries()) {
  const { name, rows, ticks, stepS, place } = record;
  if (!name.startsWith(wanted)) continue;
  const prior = fitPrior(sites.filter((_, other) => other !== i));
  const truth = rainBaseRate(rows, stepS);
  console.log(`${name}: rain in ${(100 * truth).toFixed(1)} % of three-hour spells; prior fitted on the other records`);
  for (const factor of [1 / 1.5, 1, 1.5]) {
    const options = { stepS, place, indoors: false, baseRate: truth * factor, prior, seed: 0 };
    const silent = rainBacktest(rows, ticks, { ...options, labels: 0, eagerness: 1 });
    const bins = silent.reliability.filter(({ n }) => n >= FEWEST_IN_BIN);
    const calibrated = bins.filter(({ forecast, observed }) => Math.abs(forecast - observed) <= 0.1).length;
    console.log(
      `  base rate x${factor.toFixed(2)}: Brier skill ${f(silent.brier_skill)}, AUC ${f(silent.auc)}, worst bin ${f(silent.calibration_error)}, ${calibrated} of ${bins.length} bins within 0.1`,
    );
    for (const days of [30, rows.length]) {
      const until = rows.findIndex(({ tS }) => tS > rows[0]!.tS + days * 86_400);
      const part = rows.slice(0, until < 0 ? rows.length : until);
      const own = { ...options, labels: 0, eagerness: 1 };
      const without = rainBacktest(part, ticks.slice(0, part.length), own);
      const gauge = rainBacktest(part, ticks.slice(0, part.length), { ...own, gauge: true });
      console.log(
        `    a gauge, ${days === 30 ? 'first 30 days' : 'whole record'}: Brier skill ${f(gauge.brier_skill)} (without ${f(without.brier_skill)}), AUC ${f(gauge.auc)} (${f(without.auc)}), worst bin ${f(gauge.calibration_error)}`,
      );
    }
    if (seeds === 0) continue;
    const of = lived(record, prior, truth * factor);
    const apart = replay(of, null, 0).brier_skill - silent.brier_skill;
    if (Math.abs(apart) > 1e-4) throw new Error(`the replay is off by ${apart}`);
    for (const [who, teacher] of Object.entries(TEACHERS)) {
      if (factor !== 1 && teacher.labels !== 30) continue;
      console.log(`    ${who}: ${worth(of, teacher, [[0, of.tS.length]])}`);
      if (factor === 1)
        console.log(`      the same within ${PIECE_DAYS} days: ${worth(of, teacher, pieces(of, PIECE_DAYS))}`);
    }
    for (const { correction, whole, thirty } of factor === 1 ? ceilings(of) : [])
      console.log(
        `    best ${correction}, from the whole truth ${gained(whole)}${thirty ? `, from 30 truths ${summary(thirty)}` : ''}`,
      );
  }
}

function summary({ mean: average, least, harmed }: { mean: number; least: number; harmed: number }): string {
  return `${gained(average)} (least ${gained(least)}, ${(100 * harmed).toFixed(0)} % below ${HARM})`;
}

/** Brier skill gained over saying nothing. */
function worth(of: Lived, teacher: Teacher, spans: [number, number][]): string {
  const gains = spans.flatMap(([from, to]) => {
    const silent = replay(of, null, 0, from, to).brier_skill;
    return Array.from({ length: seeds }, (_, seed) => replay(of, teacher, seed + 1, from, to).brier_skill - silent);
  });
  return summary({
    mean: mean(gains),
    least: Math.min(...gains),
    harmed: gains.filter((gain) => gain < HARM).length / gains.length,
  });
}
