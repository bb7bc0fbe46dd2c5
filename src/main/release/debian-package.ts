import { join } from 'node:path';
import { z } from 'zod';
import { jsonFile } from './journal.ts';

export const PACKAGES = ['weatherglass', 'weatherglass-hub'] as const;
export type PackageName = (typeof PACKAGES)[number];

const FACTS = 'release.json';
const Facts = z.object({ version: z.string().regex(/^[\w.+~-]{1,60}$/), schema: z.int().positive() });

/** Installed Debian package: where dpkg puts it, and where the release before it is kept as the way back. */
export class DebianPackage {
  readonly home: string;
  readonly cache: string;

  constructor(
    readonly name: PackageName = 'weatherglass',
    readonly root = '/',
  ) {
    this.home = join(root, 'usr/lib', name);
    this.cache = join(root, 'var/cache', name);
  }
  /** Root folder of the kept package: its files as hard links, and DEBIAN/ beside them, so that dpkg-deb can pack it again. */
  get kept(): string {
    return join(this.cache, 'kept');
  }
  get keptHome(): string {
    return join(this.kept, 'usr/lib', this.name);
  }
  /** Exists while the unpacked program may be half of one: `run` then starts the kept one. */
  get useKept(): string {
    return join(this.cache, 'use-kept');
  }
  /** Exists while the prerm keeps the installed version: of what is cut off then, dpkg has changed nothing. */
  get keeping(): string {
    return join(this.cache, 'keeping');
  }
  get journalFile(): string {
    return join(this.cache, 'upgrade.json');
  }
  get outcomeFile(): string {
    return join(this.cache, 'outcome.json');
  }
  /** An apt preference: a version that was taken back is not installed again tonight. */
  get pinFile(): string {
    return join(this.root, 'etc/apt/preferences.d', `${this.name}-taken-back`);
  }
  get service(): string {
    return `${this.name}.service`;
  }
  get guard(): string {
    return `${this.name}-upgrade.service`;
  }
  /** Version and database schema of the unpacked program; null where there is none, or none that is whole. */
  get installed(): Facts | null {
    return jsonFile(join(this.home, FACTS), Facts);
  }
  get before(): Facts | null {
    return jsonFile(join(this.keptHome, FACTS), Facts);
  }
}

type Facts = z.infer<typeof Facts>;

/** As scripts/dist-deb.mjs writes it: `1.2.0-rc.1` comes before `1.2.0`, which Debian says with a tilde. */
export const debianVersion = (version: string): string => version.replace('-', '~');
