import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { schemaOf } from '../../station/store/sqlite/which-schema.ts';
import { DATABASE_FILE } from '../../station/store/store.ts';
import { UserError } from '../user-error.ts';
import { DONE_WITHIN_S, type Host } from './host.ts';
import { asStation, type StationRecord } from './station-record.ts';

export const BEFORE = 'before-upgrade.db';

const programOf = (home: string): string[] => [join(home, 'node'), join(home, 'app/bin/weatherglass.mjs')];

/** Saves the database of the stopped station, by the old program in `home` and as the station's user; a standby's samples stay there. */
export async function saveDatabase(host: Host, home: string, record: StationRecord, dataDir: string) {
  const database = join(dataDir, DATABASE_FILE);
  if (!existsSync(database)) return { schema: null, backup: null };
  const backup = join(dataDir, 'backups', BEFORE);
  const fresh = `${backup}.new`;
  // Without the last sync a cut could leave the copy from the upgrade before under this name, and the way back would take it.
  for (const [command, limitS] of [
    [['sh', '-c', 'mkdir -p "$0" && rm -rf "$1"', dirname(backup), fresh]],
    [[...programOf(home), 'backup', fresh, '--data', dataDir], limitFor(database)],
    [['sh', '-c', 'mv -fT "$1" "$2" && sync "$0"', dirname(backup), fresh, backup], DONE_WITHIN_S],
  ] as [string[], number?][]) {
    const { code, out } = await asStation(host, record, command, limitS);
    if (code !== 0)
      throw new UserError(
        `the database could not be saved before the upgrade (${out.split('\n').at(-1)}); nothing was changed. To upgrade without that copy: "sudo systemctl disable weatherglass" before, and "enable --now" after.`,
      );
  }
  const schema = schemaOf(backup);
  if (schema === 'damaged')
    throw new UserError(`the copy of the database, ${backup}, cannot be read; nothing was changed.`);
  return { schema, backup };
}

export async function restoreDatabase(
  host: Host,
  home: string,
  record: StationRecord,
  backup: string,
  dataDir: string,
): Promise<void> {
  const command = [...programOf(home), 'restore', backup, '--data', dataDir];
  const { code, out } = await asStation(host, record, command, limitFor(backup));
  if (code !== 0)
    throw new UserError(
      `the database from before the upgrade (${backup}) could not be restored: ${out}. The next reboot tries again, and so does "weatherglass rollback".`,
    );
}

/** By the new program: onto a schema that the old one cannot read, or to where nobody can. */
export function movedOn(database: string, schema: number | null): boolean {
  const now = schemaOf(database);
  return schema !== null && now !== null && (now === 'damaged' || now > schema);
}

/** Twenty times what a slow card needs to have it read, written and checked. */
const MOST_S_PER_MB = 2;
const limitFor = (file: string): number => DONE_WITHIN_S + MOST_S_PER_MB * Math.ceil(statSync(file).size / 1e6);
