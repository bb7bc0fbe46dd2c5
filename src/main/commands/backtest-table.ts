import type { BacktestResult } from '../../backtest/backtest.ts';
import { HOUR_S } from '../../base/durations.ts';

const horizonText = (s: number): string => (s < HOUR_S ? `${s / 60} min` : `${s / HOUR_S} h`);

/** Figure with a true minus; a dash where there is none, or no number. */
export const number = (value: number | null, digits = 3): string =>
  value === null || !Number.isFinite(value) ? '–' : value.toFixed(digits).replace('-', '−');
const percent = (value: number | null): string => (value === null ? '–' : `${number(100 * value, 1)} %`);

export function aligned(table: readonly (readonly string[])[]): string {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '))
    .join('\n');
}

const HEADS = 'target|horizon|n|MAE|persist.|climat.|skill|cover|width|Winkler|CRPS|worst month||cold|';

export function backtestTable(file: string, { rows, outlook }: BacktestResult, seconds: number): string {
  const heads = [
    HEADS.split('|'),
    ...rows.map((row) => [
      row.target,
      horizonText(row.horizon_s),
      String(row.n),
      number(row.mae, 3),
      number(row.mae_persistence, 3),
      number(row.mae_climatology, 3),
      number(row.skill, 3),
      percent(row.coverage),
      number(row.mean_width, 2),
      percent(row.winkler_gain),
      percent(row.crps_gain),
      number(row.worst_month_skill, 2),
      percent(row.worst_month_coverage),
      number(row.cold_skill, 2),
      percent(row.cold_coverage),
    ]),
  ];
  const days = [
    ['outlook', 'day', 'n', 'MAE', 'climat.', 'skill', 'cover'],
    ...outlook.map((row) => [
      row.target,
      String(row.day),
      String(row.n),
      number(row.mae, 3),
      number(row.mae_climatology, 3),
      number(row.skill, 3),
      percent(row.coverage),
    ]),
  ];
  return `${file}, replayed in ${seconds.toFixed(1)} s
Scores are first-look, after the warm-up; skill = 1 − MAE/MAE of persistence. Winkler and CRPS are gains of the 90 % interval
and of the distribution over persistence with the same conformal machinery. Cold: days 3 to 60. Outlook: skill over climatology.

${aligned(heads)}

${outlook.length > 0 ? `${aligned(days)}\n` : ''}`;
}
