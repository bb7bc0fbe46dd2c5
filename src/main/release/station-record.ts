import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { jsonOf } from '../../base/json-text.ts';
import { UserError } from '../user-error.ts';
import type { Host } from './host.ts';

/** Record of the installed station in its package: whose it is, and its places. */
const StationRecord = z.object({
  user: z.string(),
  /** Places from that user's environment: HOME and the XDG folders. */
  env: z.record(z.string(), z.string()),
});
export type StationRecord = z.infer<typeof StationRecord>;

export function readStationRecord(path: string): StationRecord | null {
  if (!existsSync(path)) return null;
  const parsed = StationRecord.safeParse(jsonOf(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new UserError(`${path} is not readable. Install the package again: it writes a new one.`);
}

/** Set by /usr/bin/weatherglass: the record of the station it belongs to. */
export const STATION_VARIABLE = 'WEATHERGLASS_STATION';

/** The environment with the installed station's places in it, so that every command means that station. */
export function stationEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = env[STATION_VARIABLE];
  const record = path ? readStationRecord(path) : null;
  return record === null ? env : { ...env, XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', ...record.env };
}

/** Runs file work as the station's user: files of root would be closed to the station, and root would follow links of this user's. */
export const asStation = (host: Host, { user }: StationRecord, command: readonly string[], limitS?: number) =>
  host.run('runuser', ['-u', user, '--', ...command], limitS);
