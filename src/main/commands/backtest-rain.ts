import { basename } from 'node:path';
import { rainBacktest, rainBaseRate } from '../../backtest/rain.ts';
import { FEWEST_IN_BIN, NothingToScore, type RainScore } from '../../backtest/rain-scores.ts';
import { phaseOf, RecordTicks } from '../../backtest/record.ts';
import { fittedOn, SHIPPED_PRIOR } from '../../station/forecast/rain/prior.ts';
import type { Io } from '../command.ts';
import { UserError } from '../user-error.ts';
import type { BacktestRequest } from './backtest-request.ts';
import { aligned, number } from './backtest-table.ts';

const LABELS = 100;
const EAGERNESS = 10;
const SEED = 1;
/** Errors of the configured base rate. The first is the headline: people can look up how often it rains. */
const FACTORS = [1, 1 / 1.5, 1.5];

interface RainCase extends RainScore {
  base_rate_factor: number;
}

/** Replays a record through the rain model, labelled as people label, and prints how good its probabilities were. */
export function runRainBacktest(request: BacktestRequest, io: Io): number {
  const { file, settings, altitudeM, indoors, json } = request;
  const { stepS } = settings;
  const phaseS = phaseOf(request.rows, stepS);
  const rows = request.rows.filter(({ tS }) => (tS - phaseS) % stepS === 0);
  const baseRate = rainBaseRate(rows, stepS);
  if (baseRate === 0) {
    const isMissing = rows.every(({ rainMm }) => rainMm === null);
    const has = isMissing ? 'no rain (column rain_mm)' : 'no three hours with rain in its column rain_mm';
    throw new UserError(`${basename(file)} has ${has}, so there is nothing to score.`);
  }

  const builder = new RecordTicks(stepS, settings, altitudeM, phaseS);
  const ticks = rows.map((row) => builder.tick(row));
  const options = { stepS, place: settings, indoors, labels: LABELS, eagerness: EAGERNESS, seed: SEED };
  const scored = (factor: number): RainCase => {
    const configured = Math.min(0.9, baseRate * factor);
    return { base_rate_factor: factor, ...rainBacktest(rows, ticks, { ...options, baseRate: configured }) };
  };
  const cases = unlessNothing(file, () => FACTORS.map(scored));
  const [headline] = cases;
  const seen = fittedOn(SHIPPED_PRIOR, settings, rows[0]!.tS, rows.at(-1)!.tS);
  const facts = { file: basename(file), horizon_s: 10_800, base_rate: baseRate, prior_fitted_on: seen };
  const result = { ...facts, ...headline, cases };
  io.stdout.write(json ? `${JSON.stringify(result)}\n` : rainTable(basename(file), baseRate, cases, seen));
  return 0;
}

/** Work on a record, refused in one sentence where nothing of it can be scored. */
function unlessNothing<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof NothingToScore)) throw error;
    throw new UserError(`${basename(file)} has nothing to score: ${error.message}.`);
  }
}

const HEADS = 'base rate given|n|Brier|skill|(prior)|AUC|(prior)|worst bin';

function rainTable(file: string, baseRate: number, cases: readonly RainCase[], seen: string | null): string {
  const headline = cases[0]!;
  const lines = [
    `${file}: rain within 3 h, forecast every 3 h; it followed ${number(100 * baseRate, 1)} % of the time.`,
    `${headline.strong_labels} labels, rain given ${EAGERNESS} times more readily than dry.`,
    ...(seen === null
      ? []
      : [`The prior was fitted on this record (${seen}): these figures prove nothing about another place.`]),
    '',
    aligned([
      HEADS.split('|'),
      ...cases.map((score) => [
        `x ${number(score.base_rate_factor, 2)} = ${number(score.configured_rate, 2)}`,
        String(score.n),
        number(score.brier),
        number(score.brier_skill),
        `(${number(score.prior_brier_skill)})`,
        number(score.auc),
        `(${number(score.prior_auc)})`,
        number(score.calibration_error),
      ]),
    ]),
    '',
    `Reliability with the right base rate (bins with fewer than ${FEWEST_IN_BIN} forecasts in brackets):`,
    'said           n   mean   came true',
    ...headline.reliability.map(({ lo, hi, n, forecast, observed }) => {
      const line = `${number(lo, 1)}–${number(hi, 1)}  ${String(n).padStart(7)}  ${number(forecast, 2)}   ${number(observed, 2)}`;
      return n < FEWEST_IN_BIN ? `(${line})` : ` ${line}`;
    }),
    '',
  ];
  return `${lines.join('\n')}\n`;
}
