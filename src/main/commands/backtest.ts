import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BacktestResult, backtest } from '../../backtest/backtest.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { UsageError, UserError } from '../user-error.ts';
import { played } from '../window/progress-bar.ts';
import { runAlarmBacktest } from './backtest-alarms.ts';
import { runRainBacktest } from './backtest-rain.ts';
import { BACKTEST_OPTIONS, type BacktestRequest, requestOf } from './backtest-request.ts';
import { backtestCharts } from './backtest-svg.ts';
import { backtestTable } from './backtest-table.ts';

export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, { command: 'backtest', options: BACKTEST_OPTIONS, words: ['FILE'] });
  if (values.rain && values.alarms) throw new UsageError('--rain and --alarms exclude each other.');
  const request = requestOf(words[0]!, values);
  if (values.rain) return runRainBacktest(request, io);
  if (values.alarms) return runAlarmBacktest(request, io);
  const startedMs = performance.now();
  const { rows: record, settings, altitudeM, warmupDays } = request;
  const result = played(io.stderr, backtest(record, { settings, altitudeM, warmupDays }));
  if (result.rows.length === 0)
    throw new UserError(
      `${basename(request.file)} has nothing to score: no values follow the first ${warmupDays} days (--warmup-days).`,
    );
  const seconds = (performance.now() - startedMs) / 1000;
  if (request.svgDir !== null) writeCharts(request, result, request.svgDir);
  const { rows, outlook, chance } = result;
  if (request.json)
    io.stdout.write(`${JSON.stringify({ file: basename(request.file), rows, outlook, chance, seconds })}\n`);
  else io.stdout.write(backtestTable(basename(request.file), result, seconds));
  return 0;
};

function writeCharts({ file }: BacktestRequest, result: BacktestResult, dir: string): void {
  makeFolder(dir);
  const name = basename(file).replace(/\.csv(\.gz)?$/, '');
  for (const [kind, svg] of Object.entries(backtestCharts(name, result)))
    writeFileSync(join(dir, `${name}-${kind}.svg`), svg);
}
