import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../base/whole-file.ts';
import type { Host } from './host.ts';
import type { Layout } from './layout.ts';
import { stage } from './stage.ts';
import type { StationRecord } from './station-record.ts';
import { readRelease } from './tree.ts';
import { renderUnits, writeUnits } from './units.ts';

/** For packagers (DESTDIR): the files below a folder, and nothing done to the machine that does it. */
export async function place(host: Host, layout: Layout, source: string, record: StationRecord): Promise<void> {
  const staged = await stage(layout, source, { keys: [], allowUnsigned: true });
  const { version } = readRelease(staged);
  await renderUnits(host, staged);
  const id = layout.adopt(staged, version);
  const { current } = layout;
  if (current !== null) layout.point('previous', current);
  layout.point('current', id);
  layout.point('keeper', id);
  writeWhole(layout.recordFile, `${JSON.stringify(record, null, 2)}\n`);
  writeUnits(layout, record, readFileSync(join(layout.release(id), 'deploy/weatherglass-upgrade.service'), 'utf8'));
  layout.prune();
}
