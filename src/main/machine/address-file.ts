import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../base/json-text.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { writeWhole } from '../../base/whole-file.ts';
import { whyRefused } from '../user-error.ts';

const PRINTABLE = /^\P{Cc}*$/u;

/**
 * Address file: a station's address and data folder, written by itself into the runtime folder of its unit (`RuntimeDirectory=`). Settings
 * come from a file, the unit, its drop-ins, an EnvironmentFile and the command line: another program would read some of them otherwise.
 * The unit removes the file when the process has ended (`ExecStopPost=`), so it belongs to a running one.
 */
const AddressFile = z.object({
  /** Host, restricted to safe characters: it becomes part of a URL that root opens, and is shown at a terminal. */
  host: z.string().regex(/^[\w.:%-]{1,255}$/),
  port: z.int().min(1).max(65_535),
  dataDir: z.string().refine(isAbsolute).regex(PRINTABLE),
});
type AddressFile = z.infer<typeof AddressFile>;

const FILE = 'address.json';
/** Runtime folder of the station's unit. */
export const RUNTIME_FOLDER = '/run/weatherglass';

/** Runtime folder that a unit of the package gave this process; undefined without one. */
export const ownRuntimeFolder = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  (env['RUNTIME_DIRECTORY'] ?? '').split(':').find((one) => basename(one) === basename(RUNTIME_FOLDER));

const MOST_BYTES = 16_384;

/** Does nothing where no unit stands behind the station. A folder that takes no file is no reason not to measure. */
export function writeAddress(env: Readonly<Record<string, string | undefined>>, address: AddressFile): void {
  const folder = ownRuntimeFolder(env);
  if (folder === undefined) return;
  const path = join(folder, FILE);
  try {
    writeWhole(path, JSON.stringify(address), { mode: 0o644 }); // for whoever asks the doctor; the unit's umask would keep it from them
  } catch (error) {
    process.stderr.write(`weatherglass: the upgrade will not know where it listens: ${whyRefused(error)}\n`);
  }
}

/**
 * Reads the address file; null without one. Root reads it in a folder of the station's user, who may have put a link, a pipe or an endless
 * file there.
 */
export function readAddress(folder: string): AddressFile | null {
  const how = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = unlessRefused(() => openSync(join(folder, FILE), how));
  if (handle === null) return null;
  try {
    const info = fstatSync(handle);
    if (!info.isFile() || info.size > MOST_BYTES) return null;
    return AddressFile.safeParse(jsonOf(readFileSync(handle, 'utf8'))).data ?? null;
  } finally {
    closeSync(handle);
  }
}
