import { readlinkSync } from 'node:fs';
import { unlessRefused } from '../../base/system-error.ts';

/** The zone that `timedatectl set-timezone` sets: a link. Null where the machine keeps it otherwise. */
const linkedZone = (path: string): string | null =>
  /zoneinfo\/(.+)$/.exec(unlessRefused(() => readlinkSync(path)) ?? '')?.[1] ?? null;

/**
 * Answers true once for each change of the machine's time zone, and has made it this process's by then: a process reads its zone once;
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
