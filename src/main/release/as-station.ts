import type { Host, Outcome } from './host.ts';
import type { StationRecord } from './station-record.ts';

/**
 * Runs file operations as the station's user. Files of root would be closed to the station, and root would follow links that this user
 * lays in its way.
 */
export const asStation = (
  host: Host,
  { user }: StationRecord,
  command: readonly string[],
  limitS?: number,
): Promise<Outcome> => host.run('runuser', ['-u', user, '--', ...command], limitS);
