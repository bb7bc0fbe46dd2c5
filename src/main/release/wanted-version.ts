import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unlessRefused } from '../../base/system-error.ts';
import { writeWhole } from '../../base/whole-file.ts';
import { WAVE_VERSION } from '../../contract/fleet-wave.ts';
import type { Upgrades } from '../../sending/ports.ts';
import { type DebianPackage, debianPackage, debianVersion } from './debian-package.ts';
import type { Host } from './host.ts';
import { asStation } from './station-record.ts';
import { stationOf } from './way-back.ts';

/** File in the station's data folder with the version that its fleet asks for. */
const WANTED_FILE = 'wanted-version';

/** Upgrades of an installed station: the wish as a file, and which versions were taken back. */
export function upgradesIn(dataDir: string, pkg = debianPackage('weatherglass')): Upgrades {
  const path = join(dataDir, WANTED_FILE);
  let written: string | null | undefined;
  return {
    want(version) {
      if (version === written) return;
      // A disk that takes nothing: the next answer of the hub writes it.
      unlessRefused(() => {
        if (version === null) rmSync(path, { force: true });
        else writeWhole(path, `${version}\n`);
        written = version;
      });
    },
    hasFailed: (version) => isTakenBack(pkg, version),
  };
}

/** Whether this machine has gone back from a version: the guard keeps apt from it. */
export function isTakenBack(pkg: DebianPackage, version: string): boolean {
  if (!existsSync(pkg.pinFile)) return false;
  return readFileSync(pkg.pinFile, 'utf8')
    .split('\n')
    .includes(`Pin: version ${debianVersion(version)}`);
}

/** The wish of an installed station, read as its user: root follows no link that this user lays. Null for a file that holds anything else. */
export async function wantedOf(host: Host, pkg: DebianPackage): Promise<string | null> {
  const { record, address } = await stationOf(host, pkg, pkg.home);
  const { code, out } = await asStation(host, record, ['head', '-c', '64', join(address.dataDir(), WANTED_FILE)]);
  return code === 0 && WAVE_VERSION.test(out.trim()) ? out.trim() : null;
}
