import type { Host, Outcome } from './host.ts';
import type { StationRecord } from './station-record.ts';

/**
 * What is done in the station's folders is done by the station's user. Root's files there would be closed to it, and root would follow
 * whatever that user lays in its way, also between one look and the next.
 */
export const asStation = (
  host: Host,
  { user }: StationRecord,
  command: readonly string[],
  limitS?: number,
): Promise<Outcome> => host.run('runuser', ['-u', user, '--', ...command], limitS);
