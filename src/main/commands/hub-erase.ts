import { type Engine, EngineError } from '../../hub/engine/engine.ts';
import { engineAt } from '../../hub/engine/open.ts';
import { eraseStation } from '../../hub/erasure.ts';
import { NoticeFile } from '../../hub/notice-file.ts';
import { RegistryFile } from '../../hub/registry-file.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { firstLine } from '../first-line.ts';
import { giveToOwner } from '../machine/ownership.ts';
import { UsageError, UserError } from '../user-error.ts';
import { auditOf, userOf } from './hub-audit.ts';
import { hubFolderThatIs } from './hub-folder.ts';

const OPTIONS = {
  data: { type: 'string' },
  engine: { type: 'string', default: 'http://127.0.0.1:8428' },
  yes: { type: 'boolean', default: false },
} as const;

/** Command `hub erase`: a station with everything it ever sent. */
export async function runEraseCommand([, ...args]: string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(args, { command: 'hub erase', options: OPTIONS, words: ['LOGIN'] });
  const [login] = words as [string];
  const engine = engineAt(values.engine);
  if (engine === null) throw new UsageError(`--engine is "${values.engine}", which is no address of a database.`);
  const folder = hubFolderThatIs(values.data, io);
  const registryFile = new RegistryFile(folder);
  const registry = registryFile.readToChange();
  if (registry.find(login) === null && !registry.gone?.includes(login))
    throw new UserError(`there is no login "${login}", and never was; "weatherglass hub list" shows all.`);
  if (!values.yes) {
    io.stderr.write(
      `weatherglass: This erases ${login} for good: its login, and every reading, forecast and score in the database.\n` +
        'weatherglass: Backups made before still have them.\n',
    );
    const said = process.stdin.isTTY ? await firstLine(io, `Type ${login} to erase it: `) : '';
    if (said.trim() !== login)
      throw new UserError(`${login} was not erased. To erase it without a question, add --yes.`);
  }
  try {
    const ask = <T>(question: (there: Engine) => Promise<T>): Promise<T> => question(engine);
    const parts = { folder, registryFile, noticeFile: new NoticeFile(folder), ask, clock: systemClock };
    const series = await eraseStation(login, { ...parts, signal: new AbortController().signal });
    await auditOf(folder).write({
      who: userOf(io),
      by: 'command',
      did: 'station-erased',
      to: login,
      what: { series },
    });
    io.stdout.write(`erased: ${login} (${series} series in the database, 0 left)\n`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new UserError(
      `${login} was removed, but its readings could not be erased: ${error.message}. Run the same command again.`,
    );
  } finally {
    giveToOwner(folder);
  }
}
