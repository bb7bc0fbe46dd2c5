import { readlinkSync } from 'node:fs';
import { unlessRefused } from '../../base/system-error.ts';

/** The zone that `timedatectl set-timezone` sets: a link. Null where the machine keeps it otherwise. */
const linkedZone = (path: string): string | null =>
  /zoneinfo\/(.+)$/.exec(unlessRefused(() => readlinkSync(path)) ?? '')?.[1] ?? null;

/**
 * Answers true once for each change of the machine's time zone, which this process then has, too: it read its zone when it started, and
 * setting TZ makes Node read it again.
 */
export function machineZone(path = '/etc/localtime') {
  let known = linkedZone(path);
  return (): boolean => {
    const now = linkedZone(path);
    if (now === null || now === known) return false;
    known = now;
    process.env['TZ'] = now;
    return true;
  };
}
