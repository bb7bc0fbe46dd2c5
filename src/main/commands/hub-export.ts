import { once } from 'node:events';
import { type Engine, EngineError } from '../../hub/engine/engine.ts';
import { engineAt } from '../../hub/engine/open.ts';
import { EXPORT_FORMATS, exported } from '../../hub/export.ts';
import { RegistryFile } from '../../hub/registry-file.ts';
import { parseArguments } from '../arguments.ts';
import type { Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { UsageError, UserError } from '../user-error.ts';
import { auditOf, userOf } from './hub-audit.ts';
import { hubFolderThatIs } from './hub-folder.ts';

const OPTIONS = {
  data: { type: 'string' },
  engine: { type: 'string', default: 'http://127.0.0.1:8428' },
  from: { type: 'string' },
  to: { type: 'string' },
  group: { type: 'string' },
  format: { type: 'string', default: 'csv' },
} as const;

/** Command `hub export`: all rows of a fleet or a group over a period, to the standard output. */
export async function runExportCommand([, ...args]: string[], io: Io): Promise<number> {
  const { values } = parseArguments(args, { command: 'hub export', options: OPTIONS });
  const engine = engineAt(values.engine);
  if (engine === null) throw new UsageError(`--engine is "${values.engine}", which is no address of a database.`);
  const format = EXPORT_FORMATS.find((one) => one === values.format);
  if (format === undefined) throw new UsageError(`--format is "${values.format}", expected csv or lines.`);
  const [fromS, endS] = [dayOf('--from', values.from), dayOf('--to', values.to)];
  if (fromS >= endS) throw new UsageError('--from must be before --to.');
  const folder = hubFolderThatIs(values.data, io);
  const registry = new RegistryFile(folder).read();
  const { group } = values;
  const mine = registry.stations.filter(
    ({ login }) => group === undefined || registry.detailsOf(login).group === group,
  );
  const logins = mine.map(({ login }) => login);
  const what = { from: fromS, to: endS, format, stations: logins.length };
  await auditOf(folder).write({ who: userOf(io), by: 'command', did: 'rows-exported', to: group ?? null, what });
  const ask = <T>(question: (there: Engine) => Promise<T>): Promise<T> => question(engine);
  try {
    for await (const piece of exported({ logins, fromS, toS: endS - 1, format, ask }))
      if (!io.stdout.write(piece)) await once(io.stdout as NodeJS.WritableStream, 'drain');
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new UserError(`the export is not whole: ${error.message}.`);
  }
  return EXIT.done;
}

/** Midnight of a day in UTC. */
function dayOf(name: string, text = ''): number {
  const s = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / 1000 : Number.NaN;
  if (!Number.isFinite(s)) throw new UsageError(`${name} is "${text}", expected a day such as 2026-01-31.`);
  return s;
}
