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
import { isFolderTaken } from '../../station/store/sqlite/store-refusal.ts';
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
  const { 'dry-run': isDry, yes } = values;
  // No station yet: a look makes none, nor does a refused file or a "no".
  const isNew = !isOfAStation(settings.dataDir);
  if (isNew) {
    if (files.length === 0) throw noDatabaseIn(settings.dataDir);
    const inside = heavyInside(storeOptions(settings, systemClock));
    if (!(await isWanted(inside, inputOf([], null, settings, values, files), values, io))) return EXIT.done;
  }
  const { store, owner, notices, heavy } = await openFolder(settings, systemClock, io.stop).catch((error: unknown) => {
    if (error instanceof UserError && isFolderTaken(error.cause))
      throw new UserError(
        `Another program uses ${settings.dataDir}: the station, or another command. If it is the station, import on its page, under History, or stop it first. If it is a command, wait until it has ended.`,
      );
    throw error;
  });
  for (const notice of notices) io.stderr.write(`weatherglass: ${notice}\n`);
  try {
    if (values.list) return list(store.imports.list(), values.json, io);
    if (values.undo !== undefined) return await undo(store, heavy, values, io);
    if (owner === 'simulator' || owner === 'replay') throw new UserError(sentence('import.made-up'));
    const input = inputOf(store.scales.all(), owner, settings, values, files);
    if (!isNew && (isDry || !yes) && !(await isWanted(heavy, input, values, io))) return EXIT.done;
    return await bringIn(store, heavy, input, values, io);
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

/** Scans the files, which writes nothing and refuses what cannot be imported. Without --yes it tells what they hold, and asks; --dry-run only tells. */
async function isWanted(heavy: Heavy, input: ImportInput, values: Values, io: Io): Promise<boolean> {
  const { 'dry-run': isDry, yes, json } = values;
  const scan = await withBar(io.stderr, (bar) => heavy.run('scan', input, handleOf(io, bar)));
  if ('refused' in scan) throw new UserError(scan.refused);
  if (isDry || !yes) io.stdout.write(isDry && json ? `${JSON.stringify(scan)}\n` : told(scan));
  if (isDry) return false;
  if (scan.needsUnits) throw new UserError(sentence('import.no-units', { file: basename(input.files[0]!) }));
  const said = !yes && process.stdin.isTTY ? await firstLine(io, 'Import this? [y/N] ') : '';
  if (yes || /^y/i.test(said.trim())) return true;
  throw new UserError('Nothing was imported. To import without a question, add --yes.');
}

async function bringIn(store: Store, heavy: Heavy, input: ImportInput, values: Values, io: Io): Promise<number> {
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
  const cells = (values: Scan['shown'][number]['values']) =>
    Object.entries(values).map(([name, value]) => `${name} ${Number(value.toFixed(3))}`);
  const lines = [
    `${scan.format}: ${rows} rows from ${moment(fromS)} to ${moment(untilS)} UTC`,
    `Quantities: ${names.join(', ')}`,
    ...findings.map(({ text }) => text),
    ...(scan.doubtfulDates ? ['Say --dates dmy or mdy'] : []),
    ...(scan.needsUnits ? ['Say --units C,hPa,m/s,mm'] : []),
    ...shown.map(({ tS, values }) => ['', moment(tS), ...cells(values)].join('  ')),
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
