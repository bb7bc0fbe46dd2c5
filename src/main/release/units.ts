import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import { writeWhole } from '../../base/whole-file.ts';
import type { Host, Outcome } from './host.ts';
import { type Layout, pointAt } from './layout.ts';
import { UNITS } from './services.ts';
import type { StationRecord } from './station-record.ts';

const GUARD = 'weatherglass-upgrade.service';
const DEVICE_GROUPS = ['i2c', 'video', 'input'];
const PLACES = { headless: 'etc/systemd/system', kiosk: 'etc/systemd/user' } as const;

/** Writes the release's own units for this machine into its folder: they come and go with it. */
export async function renderUnits(host: Host, release: string): Promise<void> {
  const groups: string[] = [];
  for (const group of DEVICE_GROUPS) if ((await host.run('getent', ['group', group])).code === 0) groups.push(group);
  makeFolder(join(release, 'units'));
  for (const unit of Object.values(UNITS)) {
    const text = readFileSync(join(release, 'deploy', unit), 'utf8').replace('@GROUPS@', groups.join(' '));
    writeFileSync(join(release, 'units', unit), text);
  }
}

/**
 * Writes the units of the release that `current` names, and the guard's of another, `guard`, which must not depend on the release it guards.
 * Files and no links into our folder: `systemctl disable` removes the link to a unit that lies elsewhere, and then the unit is lost.
 */
export function writeUnits(layout: Layout, record: StationRecord, guard: string): void {
  const own = join(layout.release(layout.current!), 'units', UNITS[record.mode]);
  const other = record.mode === 'headless' ? 'kiosk' : 'headless';
  writeUnit(join(layout.root, PLACES[record.mode], UNITS[record.mode]), readFileSync(own, 'utf8'));
  rmSync(join(layout.root, PLACES[other], UNITS[other]), { force: true });
  writeUnit(
    join(layout.root, PLACES.headless, GUARD),
    readFileSync(join(layout.release(guard), 'deploy', GUARD), 'utf8'),
  );
  const command = join(layout.root, 'usr/local/bin/weatherglass');
  makeFolder(dirname(command));
  pointAt(command, '/opt/weatherglass/current/deploy/weatherglass');
}

function writeUnit(path: string, text: string): void {
  makeFolder(dirname(path));
  const present = lstatSync(path, { throwIfNoEntry: false });
  if (!present?.isFile() || readFileSync(path, 'utf8') !== text) writeWhole(path, text);
}

/**
 * Starts the guard beside an upgrade: it waits until this process has ended, and ends the upgrade if that did not. Its failure is no
 * reason not to upgrade; then the next boot does the same.
 */
export const startGuard = (host: Host): Promise<Outcome> => host.run('systemctl', ['start', '--no-block', GUARD]);

/** Makes systemd read the units and enables the guard. Null if that worked; else the refusal. */
export async function tellSystemd(host: Host): Promise<string | null> {
  for (const args of [['daemon-reload'], ['enable', GUARD]]) {
    const { code, out } = await host.run('systemctl', args);
    if (code !== 0) return `systemctl ${args.join(' ')} failed: ${out.split('\n')[0]}`;
  }
  await host.run('systemctl', ['reset-failed', GUARD]); // of an upgrade before: this one has its own end
  return null;
}
