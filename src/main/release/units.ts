import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import type { Host } from './host.ts';
import { type Layout, pointAt, writeWhole } from './layout.ts';
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
 * Everything outside our folder: links through `current`, so that they follow the one rename, and the guard, a file of its own
 * that must not depend on the release it guards.
 */
export function linkIn(layout: Layout, record: StationRecord, guardText: string): void {
  const link = (path: string, target: string) => {
    const full = join(layout.root, path);
    makeFolder(dirname(full));
    pointAt(full, target);
  };
  for (const mode of ['headless', 'kiosk'] as const) {
    const path = join(PLACES[mode], UNITS[mode]);
    if (mode === record.mode) link(path, join('/opt/weatherglass/current/units', UNITS[mode]));
    else rmSync(join(layout.root, path), { force: true });
  }
  link('usr/local/bin/weatherglass', '/opt/weatherglass/current/deploy/weatherglass');
  const guard = join(layout.root, PLACES.headless, GUARD);
  makeFolder(dirname(guard));
  if (!existsSync(guard) || lstatSync(guard).isSymbolicLink() || readFileSync(guard, 'utf8') !== guardText)
    writeWhole(guard, guardText);
}

/** Null when systemd has read the units anew and will end an interrupted upgrade at the next boot; else what it refused. */
export async function tellSystemd(host: Host): Promise<string | null> {
  for (const args of [['daemon-reload'], ['enable', GUARD]]) {
    const { code, out } = await host.run('systemctl', args);
    if (code !== 0) return `systemctl ${args.join(' ')} failed: ${out.split('\n')[0]}`;
  }
  return null;
}
