import { DAY_S } from '../../base/durations.ts';
import { Zone } from '../../base/zone.ts';
import { websocketOf } from '../../connections/home-assistant/session.ts';
import { CSV_LAYOUTS, type CsvShape, FLAG_COLUMNS } from '../../contract/names.ts';
import { WEEWX_SYSTEMS } from '../../station/exports/weewx.ts';
import { openReadStore, type ReadStore } from '../../station/store/read-store.ts';
import { ownerOf } from '../../station/store/rescue/standby/standby.ts';
import { sentence } from '../../words/sentence.ts';
import { choiceOf, dayOf, parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import { type Command, EXIT, type Io } from '../command.ts';
import { type Exported, newFile, reading, tell, writeCopy, writeCsv, writeWeewx } from '../exporting.ts';
import { sendToHomeAssistant } from '../home-assistant.ts';
import { isInside } from '../machine/board.ts';
import { storeOptions } from '../open-history.ts';
import { loadSettings, placeOptions, type Settings } from '../settings/settings.ts';
import { UsageError, UserError } from '../user-error.ts';
import type { ProgressBar } from '../window/progress-bar.ts';

const options = {
  ...placeOptions,
  to: { type: 'string', default: 'csv' },
  from: { type: 'string' },
  until: { type: 'string' },
  layout: { type: 'string' },
  units: { type: 'string' },
  flags: { type: 'string' },
  provenance: { type: 'boolean' },
  prefix: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;
type Values = ReturnType<typeof parseArguments<typeof options>>['values'];

const KINDS = ['csv', 'sqlite', 'weewx', 'home-assistant'] as const;
/** The kinds that an option is for, of those that not every kind takes. */
const FOR = {
  from: ['csv', 'weewx'],
  until: ['csv', 'weewx'],
  units: ['csv', 'weewx'],
  layout: ['csv'],
  flags: ['csv'],
  provenance: ['csv'],
  prefix: ['home-assistant'],
} as const;
const CSV_UNITS = ['metric', 'imperial'] as const;

export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, { command: 'export', options, words: ['FILE'] });
  const settings = loadSettings(values, io.env);
  const [file] = words as [string];
  const kind = choiceOf('--to', values.to, KINDS);
  for (const [name, kinds] of Object.entries(FOR) as [keyof typeof FOR, readonly string[]][])
    if (values[name] !== undefined && !kinds.includes(kind))
      throw new UsageError(`--${name} is for --to ${kinds.join(' and --to ')}.`);
  if (kind === 'home-assistant') return toHomeAssistant(file, settings, values, io);
  const isStdout = file === '-';
  if (isStdout && (kind !== 'csv' || values.json))
    throw new UsageError('Only CSV goes to standard output, without --json.');
  const target = isStdout ? null : newFile(file);
  const write = async (store: ReadStore, bar: ProgressBar): Promise<Exported> => {
    const { history } = store;
    const span = spanOf(values, new Zone(storeOptions(settings, systemClock).timeZone));
    if (kind === 'csv') return writeCsv(history.csv(span.fromS, span.untilS, shapeOf(values)), target, io.stdout);
    const system = choiceOf('--units', values.units ?? 'metricwx', WEEWX_SYSTEMS);
    const core = isInside(settings.config, ownerOf(store)) ? 'indoor' : 'outdoor';
    return writeWeewx(history, span, { core, system }, target!, bar);
  };
  const made = kind === 'sqlite' ? writeCopy(settings, target!, io) : readHistory(settings, io, write);
  tell(await made, target, values.json, io);
  return EXIT.done;
};

function readHistory<T>(settings: Settings, io: Io, work: (store: ReadStore, bar: ProgressBar) => Promise<T>) {
  const { dataDir } = settings;
  const open = (): ReadStore => {
    const store = openReadStore(dataDir, storeOptions(settings, systemClock));
    if (store !== null) return store;
    throw new UserError(
      `The database in ${dataDir} is of another version. Start this version on it once, then export.`,
    );
  };
  return reading(dataDir, io, open, work);
}

async function toHomeAssistant(address: string, settings: Settings, values: Values, io: Io): Promise<number> {
  const { prefix = '', json } = values;
  if (!/^([a-z0-9]+(_[a-z0-9]+)*)?$/.test(prefix))
    throw new UsageError(`--prefix is ${prefix}, expected small letters, digits and single underscores.`);
  if (websocketOf(address) === null) throw new UserError(sentence('ha.address', { address }));
  const sent = await readHistory(settings, io, ({ history }, bar) =>
    sendToHomeAssistant(history, { address, prefix }, io, bar),
  );
  io.stdout.write(json ? `${JSON.stringify({ address, sent })}\n` : `${sentence('ha.done', { sent }).detail}\n`);
  return EXIT.done;
}

const shapeOf = ({ layout = 'wide', flags = 'none', provenance = false, units }: Values): CsvShape => ({
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
