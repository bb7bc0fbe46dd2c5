import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import { syncFolder } from '../../base/whole-file.ts';

/** Points the symbolic link `path` at `target` in one rename: at no moment is there no link. */
export function pointAt(path: string, target: string): void {
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  symlinkSync(target, fresh);
  renameSync(fresh, path);
  syncFolder(dirname(path));
}

/**
 * Layout of an installation: each release whole in a folder of its own, with its units; `current` and `previous` are links. Everything
 * that starts, units included, hangs on `current` alone, so that one rename changes all of it.
 */
export class Layout {
  readonly home: string;
  readonly releases: string;

  constructor(readonly root = '/') {
    this.home = join(root, 'opt/weatherglass');
    this.releases = join(this.home, 'releases');
  }

  get recordFile(): string {
    return join(this.home, 'station.json');
  }
  get journalFile(): string {
    return join(this.home, 'upgrade.json');
  }
  release(id: string): string {
    return join(this.releases, id);
  }

  get current(): string | null {
    return this.#pointed('current');
  }
  get previous(): string | null {
    return this.#pointed('previous');
  }
  point(name: 'current' | 'previous' | 'keeper', id: string): void {
    pointAt(join(this.home, name), join('releases', id));
  }
  forget(name: 'previous' | 'keeper'): void {
    rmSync(join(this.home, name), { force: true });
  }

  /** A free name for a release of that version: the same version may be installed anew, from a checkout for example. */
  freeId(version: string): string {
    for (let n = 1; ; n++) {
      const id = n === 1 ? version : `${version}+${n}`;
      if (!existsSync(this.release(id))) return id;
    }
  }

  /** Moves a staged release to its place; `current` may name it only once that name has reached the disk. */
  adopt(staged: string, version: string): string {
    const id = this.freeId(version);
    renameSync(staged, this.release(id));
    syncFolder(this.releases);
    return id;
  }

  /** Removes every release that no link names, and what an interrupted upgrade left. */
  prune(): void {
    const kept = new Set([this.current, this.previous, this.#pointed('keeper')]);
    for (const name of existsSync(this.releases) ? readdirSync(this.releases) : [])
      if (!kept.has(name)) rmSync(this.release(name), { recursive: true, force: true });
  }

  /** Deletes what an interrupted upgrade unpacked: it fills the room that the next one needs. The caller holds the lock. */
  clearBrokenOff(): void {
    for (const name of existsSync(this.releases) ? readdirSync(this.releases) : [])
      if (name.startsWith('.')) rmSync(this.release(name), { recursive: true, force: true });
  }

  versionOf(id: string): string {
    return (JSON.parse(readFileSync(join(this.release(id), 'release.json'), 'utf8')) as { version: string }).version;
  }

  make(): void {
    makeFolder(this.releases);
  }

  #pointed(name: string): string | null {
    try {
      const id = basename(readlinkSync(join(this.home, name)));
      return existsSync(this.release(id)) ? id : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}
