import { readlinkSync } from 'node:fs';

/** Answers once for each change of the machine's time zone, and has made it this process's by then. */
export interface ZoneWatch {
  changed(): boolean;
}

/** The settings name the zone: what the machine thinks does not matter. */
export const fixedZone: ZoneWatch = { changed: () => false };

/** The zone that `timedatectl set-timezone` sets: a link. Null where the machine keeps it otherwise. */
function linkedZone(path: string): string | null {
  try {
    return /zoneinfo\/(.+)$/.exec(readlinkSync(path))?.[1] ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null; // no such file, or no link
  }
}

/** A process reads its zone once; setting TZ makes Node read it again. */
export function machineZone(path = '/etc/localtime'): ZoneWatch {
  let known = linkedZone(path);
  return {
    changed() {
      const now = linkedZone(path);
      if (now === null || now === known) return false;
      known = now;
      process.env['TZ'] = now;
      return true;
    },
  };
}
