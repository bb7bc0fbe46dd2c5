// npm run -s bench -- rain: the rain model on the development records, with base rates right and wrong by half, and many draws of labels.

import { rainBacktest, rainBaseRate } from '../src/station/forecast/backtest/rain.ts';
import { FEWEST_IN_BIN } from '../src/station/forecast/backtest/rain-scores.ts';
import { developmentRecords } from './_records.ts';

const SEEDS = 8;
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const f = (value: number): string => value.toFixed(3);

for (const { name, rows, ticks, settings } of developmentRecords()) {
  const { stepS } = settings;
  const truth = rainBaseRate(rows, stepS);
  console.log(`${name}: rain in ${(100 * truth).toFixed(1)} % of three-hour spells`);
  for (const factor of [1 / 1.5, 1, 1.5]) {
    const scores = Array.from({ length: SEEDS }, (_, seed) =>
      rainBacktest(rows, ticks, {
        stepS,
        southern: false,
        indoors: false,
        baseRate: truth * factor,
        labels: 100,
        eagerness: 10,
        seed,
      }),
    );
    const skills = scores.map((score) => score.brier_skill);
    const aucs = scores.map((score) => score.auc);
    const errors = scores.map((score) => score.calibration_error);
    const bins = scores.flatMap(({ reliability }) => reliability.filter(({ n }) => n >= FEWEST_IN_BIN));
    const calibrated = bins.filter(({ forecast, observed }) => Math.abs(forecast - observed) <= 0.1).length;
    console.log(
      `  base rate x${factor.toFixed(2)}: Brier skill ${f(median(skills))} (least ${f(Math.min(...skills))}), AUC ${f(median(aucs))} (least ${f(Math.min(...aucs))}), ` +
        `worst bin ${f(median(errors))} (most ${f(Math.max(...errors))}), ${calibrated} of ${bins.length} bins within 0.1`,
    );
  }
}
