import { basename, resolve } from 'node:path';
import { never } from '../../base/clock.ts';
import { jobOf, scanOf } from '../../station/answers/imports.ts';
import { ImportRefusal } from '../../station/imports/past-row.ts';
import { importInput } from '../../station/imports/plan.ts';
import type { Scan } from '../../station/imports/scan.ts';
import type { Imported, ImportInput } from '../../station/imports/steps.ts';
import type { Heavy } from '../../station/jobs/heavy.ts';
import type { BoardKind } from '../../station/sensors/sample.ts';
import type { ImportJob } from '../../station/store/imports/past.ts';
import type { Store } from '../../station/store/store.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { ENGLISH } from '../../words/speaker.ts';
import { choiceOf, parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import { type Command, EXIT, type Io } from '../command.ts';
import { noDatabaseIn } from '../exporting.ts';
import { firstLine } from '../first-line.ts';
import { isInside } from '../machine/board.ts';
import { asOwnerOf } from '../machine/ownership.ts';
import { heavyInside, openFolder, storeOptions, systemTimeZone } from '../open-history.ts';
import { loadSettings, placeOptions, type Settings } from '../settings/settings.ts';
import { enterStationFolder, isOfAStation } from '../settings/whose-folder.ts';
import { StoppedFirst, UsageError, UserError } from '../user-error.ts';
import { withBar } from '../window/progress-bar.ts';

const options = {
  ...placeOptions,
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  undo: { type: 'string' },
  air: { type: 'string' },
  units: { type: 'string' },
  dates: { type: 'string' },
  zone: { type: 'string' },
  map: { type: 'string' },
} as const;
type Values = ReturnType<typeof parseArguments<typeof options>>['values'];

export const run: Command = async (args, io) => {
  const { values, words: files } = parseArguments(args, { command: 'import', options, any: true });
  const asks = [values.list, values.undo !== undefined, files.length > 0].filter(Boolean).length;
  if (asks !== 1)
    throw new UsageError('weatherglass import takes files, or --list, or --undo JOB. See: weatherglass import --help');
  const settings = loadSettings(values, io.env);
  enterStationFolder(settings.dataDir);
  return asOwnerOf(settings.dataDir, () => onFolder(settings, values, files, io)).catch((error: unknown) => {
    throw error === io.stop?.reason || error instanceof StoppedFirst ? new UserError(STOPPED) : error;
  });
};

const STOPPED = 'Stopped as asked: what went in stays, and the same command goes on with the rest.';

async function onFolder(settings: Settings, values: Values, files: readonly string[], io: Io): Promise<number> {
  if (!isOfAStation(settings.dataDir)) {
    // No station yet, and a look makes none.
    if (files.length === 0) throw noDatabaseIn(settings.dataDir);
    const heavy = heavyInside(storeOptions(settings, systemClock));
    if (values['dry-run']) return look(heavy, inputOf([], null, settings, values, files), values, io);
  }
  const { store, owner, notices, heavy } = await openFolder(settings, systemClock, io.stop).catch((error: unknown) => {
    if (error instanceof UserError && /already runs a station/.test(error.message))
      throw new UserError(
        `The station is running on ${settings.dataDir}. Import on its page, under History. Or stop it, import, and start it again.`,
      );
    throw error;
  });
  for (const notice of notices) io.stderr.write(`weatherglass: ${notice}\n`);
  try {
    if (values.list) return list(store.imports.list(), values.json, io);
    if (values.undo !== undefined) return await undo(store, heavy, values, io);
    if (owner === 'simulator' || owner === 'replay') throw new UserError(sentence('import.made-up'));
    return await bringIn(store, heavy, inputOf(store.scales.all(), owner, settings, values, files), values, io);
  } finally {
    store.close();
  }
}

function inputOf(
  scales: ReturnType<Store['scales']['all']>,
  owner: BoardKind | null,
  { config, dataDir }: Settings,
  values: Values,
  files: readonly string[],
): ImportInput {
  const { air = null, units = null, dates = null, zone = null } = values;
  const scale = scales.at(-1)?.scale ?? null;
  const timeZone = config.site.timezone ?? systemTimeZone();
  const station = { config, folder: dataDir, scale, isInside: isInside(config, owner), timeZone };
  const options = {
    air: air === null ? null : choiceOf('--air', air, ['indoor', 'outdoor']),
    dates: dates === null ? null : choiceOf('--dates', dates, ['dmy', 'mdy']),
    ...{ units, zone, map: null, map_name: values.map ?? null },
  };
  const paths = files.map((file) => resolve(file));
  try {
    return importInput(station, paths, options, systemClock.nowS());
  } catch (error) {
    throw error instanceof ImportRefusal ? new UserError(error.sentence) : error;
  }
}

const handleOf = ({ stop = never }: Io, progress: (share: number) => void = () => {}) => ({ signal: stop, progress });

/** Says what the files hold, and writes nothing. */
async function look(heavy: Heavy, input: ImportInput, values: Values, io: Io): Promise<number> {
  const scan = await withBar(io.stderr, (bar) => heavy.run('scan', input, handleOf(io, bar)));
  if ('refused' in scan) throw new UserError(scan.refused);
  if (values.json && values['dry-run']) io.stdout.write(`${JSON.stringify(scan)}\n`);
  else io.stdout.write(told(scan));
  return EXIT.done;
}

async function bringIn(store: Store, heavy: Heavy, input: ImportInput, values: Values, io: Io): Promise<number> {
  if (values['dry-run']) return look(heavy, input, values, io);
  if (!values.yes) {
    await look(heavy, input, values, io);
    const said = process.stdin.isTTY ? await firstLine(io, 'Import this? [y/N] ') : '';
    if (!/^y/i.test(said.trim())) throw new UserError('Nothing was imported. To import without a question, add --yes.');
  }
  const made = await withBar(io.stderr, (bar) => heavy.run('import', input, handleOf(io, bar)));
  if ('refused' in made) throw new UserError(made.refused);
  const { job, rows, fromS: from, untilS: to, skipped } = made;
  const done = sentence('import.done', { file: input.files.map((file) => basename(file)).join(', '), rows });
  note(store, done, { job, rows });
  if (values.json) io.stdout.write(`${JSON.stringify({ job, rows, from, to, skipped })}\n`);
  else io.stdout.write(`${done.detail}. Import ${job}; ${skipped} lines skipped.\n`);
  return EXIT.done;
}

const note = (store: Store, { detail, said }: Sentence, data: Pick<Imported, 'job' | 'rows'>): void =>
  store.events.add({ ts: systemClock.nowS(), kind: 'import', severity: 'info', detail, said, data });

const moment = (tS: number | null): string =>
  tS === null ? '-' : new Date(tS * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** The scan in words: what the page says of it, and how the command line is told more. */
function told(scan: Scan): string {
  const { rows, fromS, untilS, names, shown } = scan;
  const [, ...findings] = scanOf(scan, ENGLISH, 'metric').findings;
  const lines = [
    `${scan.format}: ${rows} rows from ${moment(fromS)} to ${moment(untilS)} UTC`,
    `Quantities: ${names.join(', ')}`,
    ...findings.map(({ text }) => text),
    ...(scan.doubtfulDates ? ['Say --dates dmy or mdy'] : []),
    ...(scan.needsUnits ? ['Say --units C,hPa,m/s,mm'] : []),
    ...shown.map(
      ({ tS, values }) =>
        `  ${moment(tS)}  ${Object.entries(values)
          .map(([name, value]) => `${name} ${Number(value.toFixed(3))}`)
          .join('  ')}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function list(jobs: readonly ImportJob[], json: boolean, io: Io): number {
  const shown = jobs.map(jobOf);
  if (json) io.stdout.write(`${JSON.stringify(shown)}\n`);
  else
    for (const { job, state, files, rows, from, to } of shown)
      io.stdout.write(`${job}  ${state}  ${rows} rows  ${moment(from)} to ${moment(to)} UTC  ${files.join(', ')}\n`);
  return EXIT.done;
}

async function undo(store: Store, heavy: Heavy, values: Values, io: Io): Promise<number> {
  const job = Number(values.undo);
  const found = store.imports.one(job);
  if (found === null) throw new UserError(sentence('import.no-job', { job: values.undo! }));
  if (!values.yes)
    throw new UserError(
      `Import ${job} (${found.files.join(', ')}, ${found.rows} rows) was not undone. Add --yes to undo it.`,
    );
  await heavy.run('undo', { job }, handleOf(io));
  const { rows } = found;
  const undone = sentence('import.undone', { file: found.files.join(', '), rows });
  note(store, undone, { job, rows });
  io.stdout.write(values.json ? `${JSON.stringify({ job, rows })}\n` : `${undone.detail}.\n`);
  return EXIT.done;
}
