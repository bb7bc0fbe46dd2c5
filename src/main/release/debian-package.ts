import { join } from 'node:path';
import { z } from 'zod';
import { jsonFile } from './journal.ts';

export const PACKAGES = ['weatherglass', 'weatherglass-hub'] as const;

const FACTS = 'release.json';
const Facts = z.object({ version: z.string().regex(/^[\w.+~-]{1,60}$/), schema: z.int().positive() });

/** Installed Debian package: where dpkg puts it, and where the release before it is kept as the way back. */
export function debianPackage(name: (typeof PACKAGES)[number] = 'weatherglass', root = '/') {
  const home = join(root, 'usr/lib', name);
  const cache = join(root, 'var/cache', name);
  const kept = join(cache, 'kept');
  const keptHome = join(kept, 'usr/lib', name);
  return {
    name,
    root,
    home,
    cache,
    /** Root folder of the kept package: its files as hard links, and DEBIAN/ beside them, so that dpkg-deb can pack it again. */
    kept,
    keptHome,
    /** Exists while the unpacked program may be half of one: `run` then starts the kept one. */
    useKept: join(cache, 'use-kept'),
    /** Exists while the prerm keeps the installed version: of what is cut off then, dpkg has changed nothing. */
    keeping: join(cache, 'keeping'),
    journalFile: join(cache, 'upgrade.json'),
    outcomeFile: join(cache, 'outcome.json'),
    /** An apt preference: a version that was taken back is not installed again tonight. */
    pinFile: join(root, 'etc/apt/preferences.d', `${name}-taken-back`),
    service: `${name}.service`,
    guard: `${name}-upgrade.service`,
    /** Version and database schema of the unpacked program; null where there is none, or none that is whole. */
    get installed() {
      return jsonFile(join(home, FACTS), Facts);
    },
    get before() {
      return jsonFile(join(keptHome, FACTS), Facts);
    },
  };
}
export type DebianPackage = ReturnType<typeof debianPackage>;

/** As scripts/dist-deb.mjs writes it: `1.2.0-rc.1` comes before `1.2.0`, which Debian says with a tilde. */
export const debianVersion = (version: string): string => version.replace('-', '~');
