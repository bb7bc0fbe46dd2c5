import { basename } from 'node:path';
import { type AlarmBacktest, alarmBacktest } from '../../backtest/alarms.ts';
import type { ReliabilityBin } from '../../contract/alarms.ts';
import type { Io } from '../command.ts';
import { played } from '../window/progress-bar.ts';
import type { BacktestRequest } from './backtest-request.ts';
import { aligned, number } from './backtest-table.ts';

/** What of a hundred nights came is off by five points by chance alone; fewer say less. */
const ENOUGH_NIGHTS = 100;

/** Replays a record through the alarm "frost tonight" and prints what its chances and warnings were worth. */
export function runAlarmBacktest({ file, rows, settings, altitudeM, warmupDays, json }: BacktestRequest, io: Io) {
  const result = played(io.stderr, alarmBacktest(rows, { settings, altitudeM, warmupDays }));
  io.stdout.write(json ? `${JSON.stringify(asJson(result))}\n` : alarmTable(basename(file), result));
  return 0;
}

function asJson({ frostTonight, nights, frosts }: AlarmBacktest) {
  const { brier_skill, reliability, median_lead_h, false_per_month, n, came, missed, threshold, naive } = frostTonight;
  const warned = { warnings: n, came, missed };
  const scored = { brier_skill, reliability, median_lead_h, false_per_month, naive };
  return { alarms: { frost_tonight: { ...scored, threshold, nights: nights.length, frosts, ...warned } } };
}

const percent = (share: number): string => (100 * share).toFixed(0);

const HEADS = 'warned by|Brier skill|warnings|came true|missed|false per month|median lead, h';

function alarmTable(file: string, { frostTonight, nights, frosts }: AlarmBacktest): string {
  const { threshold, reliability, naive, ...ours } = frostTonight;
  const row = (name: string, of: { [key in keyof NonNullable<typeof naive>]: number | null }) => [
    name,
    number(of.brier_skill),
    String(of.warnings),
    String(of.came),
    String(of.missed),
    number(of.false_per_month, 2),
    number(of.median_lead_h, 1),
  ];
  return `${[
    `${file}: frost before 8 in the morning, ${nights.length} nights after the warm-up, ${frosts} of them with frost.`,
    'Brier skill: over the climatology of the station, which knows how often it came on the other nights around that date.',
    '',
    aligned([
      HEADS.split('|'),
      row(`a chance of ${percent(threshold)} %`, { ...ours, warnings: ours.n }),
      ...(naive ? [row('below 2 °C now', naive)] : []),
    ]),
    '',
    `Chances said on every full hour while there was no frost (tenths of fewer than ${ENOUGH_NIGHTS} nights in brackets):`,
    'said, %   came, %  off by   questions  nights',
    ...reliability.map(tenthLine),
    '',
    verdict(reliability),
  ].join('\n')}\n`;
}

const isEnough = ({ nights }: ReliabilityBin): boolean => nights >= ENOUGH_NIGHTS;

function tenthLine(bin: ReliabilityBin): string {
  const { said, came, n, nights } = bin;
  const off = 100 * (came - said);
  const cells = [percent(said).padStart(7), percent(came).padStart(9), number(off, 1).padStart(7)];
  const line = `${cells.join(' ')} ${String(n).padStart(11)} ${String(nights).padStart(7)}`;
  return isEnough(bin) ? ` ${line}` : `(${line})`;
}

function verdict(reliability: readonly ReliabilityBin[]): string {
  const judged = reliability.filter(isEnough);
  const farthest = Math.max(0, ...judged.map(({ said, came }) => 100 * Math.abs(said - came)));
  const count = `${judged.length} of ${reliability.length} tenths have ${ENOUGH_NIGHTS} nights or more`;
  return judged.length === 0 ? `${count}.` : `${count}; the farthest of them is ${number(farthest, 1)} points off.`;
}
