import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { never } from '../../base/clock.ts';
import { DAY_S } from '../../base/durations.ts';
import { Zone } from '../../base/zone.ts';
import { websocketOf } from '../../connections/home-assistant/session.ts';
import { CSV_LAYOUTS, type CsvShape, FLAG_COLUMNS } from '../../contract/names.ts';
import { WEEWX_SYSTEMS, type WeewxSystem } from '../../station/exports/weewx.ts';
import { openReadStore, type ReadStore } from '../../station/store/read-store.ts';
import { backupTo } from '../../station/store/rescue/backups/backup.ts';
import { DATABASE_FILE } from '../../station/store/rescue/folder/last-stop.ts';
import { ownerOf } from '../../station/store/rescue/standby/standby.ts';
import { sentence } from '../../words/sentence.ts';
import { choiceOf, dayOf, parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import { type Command, EXIT, type Io } from '../command.ts';
import { type Exported, writeCsv, writeWeewx } from '../exporting.ts';
import { sendToHomeAssistant } from '../home-assistant.ts';
import { isInside } from '../machine/board.ts';
import { giveToOwner } from '../machine/ownership.ts';
import { storeOptions } from '../open-history.ts';
import { loadSettings, placeOptions, type Settings } from '../settings/settings.ts';
import { UsageError, UserError } from '../user-error.ts';
import { lackingIn } from '../waiting-words.ts';
import { type ProgressBar, withBar } from '../window/progress-bar.ts';

const options = {
  ...placeOptions,
  to: { type: 'string', default: 'csv' },
  from: { type: 'string' },
  until: { type: 'string' },
  layout: { type: 'string', default: 'wide' },
  units: { type: 'string' },
  flags: { type: 'string', default: 'none' },
  provenance: { type: 'boolean', default: false },
  prefix: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;
type Values = ReturnType<typeof parseArguments<typeof options>>['values'];

const KINDS = ['csv', 'sqlite', 'weewx', 'home-assistant'] as const;
type FileKind = Exclude<(typeof KINDS)[number], 'home-assistant'>;
const CSV_UNITS = ['metric', 'imperial'] as const;
const WEEWX_UNITS: Readonly<Record<string, WeewxSystem>> = {
  ...Object.fromEntries(WEEWX_SYSTEMS.map((one) => [one, one])),
  imperial: 'us',
};

/** Reads through a connection of its own, so it may run while the station writes. */
export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, { command: 'export', options, words: ['FILE'] });
  const settings = loadSettings(values, io.env);
  const [file] = words as [string];
  const kind = choiceOf('--to', values.to, KINDS);
  if (kind === 'home-assistant') return toHomeAssistant(file, settings, values, io);
  if (values.prefix !== undefined) throw new UsageError('--prefix is for Home Assistant.');
  const isStdout = file === '-';
  if (isStdout && (kind !== 'csv' || values.json))
    throw new UsageError('Only CSV goes to standard output, without --json.');
  const target = resolve(file);
  if (!isStdout && existsSync(target))
    throw new UserError(`${target} exists already. Choose another name, or delete it.`);
  if (!isStdout && !existsSync(dirname(target)))
    throw new UserError(`There is no folder ${dirname(target)}. Make it, or choose another.`);
  const made = await reading(settings, io, (store, bar) =>
    write(kind, { store, settings, values, target: isStdout ? null : target, io, bar }),
  );
  if (!isStdout) tell(made, target, values.json, io);
  return EXIT.done;
};

/** Work on the history of the settings' folder, behind a progress bar. */
async function reading<T>(settings: Settings, io: Io, work: (store: ReadStore, bar: ProgressBar) => Promise<T>) {
  const { dataDir } = settings;
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    throw new UserError(`There is no database in ${dataDir} that this user can read. Name its folder with --data DIR.`);
  const lacking = lackingIn(dataDir, io.env);
  const store = openReadStore(dataDir, storeOptions(settings, systemClock));
  if (store === null)
    throw new UserError(
      `The database in ${dataDir} is of another version. Start this version on it once, then export.`,
    );
  try {
    const made = await withBar(io.stderr, (bar) => work(store, bar));
    if (lacking !== null) io.stderr.write(lacking);
    return made;
  } finally {
    store.close();
    giveToOwner(dataDir); // the reader's side of the log is made by whoever reads first
  }
}

async function toHomeAssistant(address: string, settings: Settings, values: Values, io: Io): Promise<number> {
  const { prefix = '', json } = values;
  for (const name of ['layout', 'flags', 'provenance'] as const)
    if (values[name] !== options[name].default) throw new UsageError(`--${name} is for CSV.`);
  for (const name of ['units', 'from', 'until'] as const)
    if (values[name] !== undefined)
      throw new UsageError(
        `--${name} is not for Home Assistant: it is sent every hour, in our units, and shows its own.`,
      );
  if (!/^([a-z0-9]+(_[a-z0-9]+)*)?$/.test(prefix))
    throw new UsageError(`--prefix is ${prefix}, expected small letters, digits and single underscores.`);
  if (websocketOf(address) === null) throw new UserError(sentence('ha.address', { address }));
  const sent = await reading(settings, io, ({ history }, bar) =>
    sendToHomeAssistant(history, { address, prefix }, io, bar),
  );
  io.stdout.write(json ? `${JSON.stringify({ address, sent })}\n` : `${sentence('ha.done', { sent }).detail}\n`);
  return EXIT.done;
}

interface Work {
  store: ReadStore;
  settings: Settings;
  values: Values;
  /** Null: standard output. */
  target: string | null;
  io: Io;
  bar: ProgressBar;
}

async function write(kind: FileKind, { store, settings, values, target, io, bar }: Work): Promise<Exported> {
  const { history } = store;
  const span = spanOf(values, new Zone(storeOptions(settings, systemClock).timeZone));
  if (kind === 'csv') return writeCsv(history.csv(span.fromS, span.untilS, shapeOf(values)), target, io.stdout);
  for (const name of ['layout', 'flags'] as const)
    if (values[name] !== options[name].default) throw new UsageError(`--${name} is for CSV.`);
  if (values.provenance) throw new UsageError('--provenance is for CSV. The views of the database always have it.');
  if (kind === 'weewx') {
    const system = WEEWX_UNITS[choiceOf('--units', values.units ?? 'metricwx', Object.keys(WEEWX_UNITS))]!;
    const core = isInside(settings.config, ownerOf(store)) ? 'indoor' : 'outdoor';
    return writeWeewx(history, span, { core, system }, target!, bar);
  }
  if (values.units !== undefined || values.from !== undefined || values.until !== undefined)
    throw new UsageError(
      '--to sqlite copies everything, as it is stored: --units, --from and --until are for the others.',
    );
  const bytes = await backupTo(store.db, target!, { signal: never, progress: bar });
  return { bytes, rows: null };
}

function tell({ bytes, rows }: Exported, file: string, isJson: boolean, io: Io): void {
  if (isJson) io.stdout.write(`${JSON.stringify({ file, bytes, rows })}\n`);
  else io.stdout.write(`${file}: ${(bytes / 1e6).toFixed(1)} MB${rows === null ? ', checked' : `, ${rows} rows`}\n`);
}

const shapeOf = ({ layout, flags, provenance, units }: Values): CsvShape => ({
  layout: choiceOf('--layout', layout, CSV_LAYOUTS),
  flags: choiceOf('--flags', flags, FLAG_COLUMNS),
  provenance,
  units: units === undefined ? null : choiceOf('--units', units, CSV_UNITS),
});

/** Days of the station's zone, both included. */
function spanOf({ from, until }: Values, zone: Zone): { fromS: number; untilS: number } {
  const fromS = from === undefined ? 0 : zone.startOf(dayOf('--from', from));
  const untilS = until === undefined ? systemClock.nowS() + DAY_S : zone.startOf(dayOf('--until', until) + 1);
  if (fromS >= untilS) throw new UsageError('--until is before --from.');
  return { fromS, untilS };
}
