import type { Host } from './host.ts';
import type { Layout } from './layout.ts';
import { stage } from './stage.ts';
import { type StationRecord, writeStationRecord } from './station-record.ts';
import { readRelease } from './tree.ts';
import { renderUnits, writeUnits } from './units.ts';

/** Staged install for packagers (DESTDIR): writes files below a folder and changes nothing on this machine. */
export async function place(host: Host, layout: Layout, source: string, record: StationRecord): Promise<void> {
  const staged = await stage(layout, source, { keys: [], allowUnsigned: true });
  const { version } = readRelease(staged);
  await renderUnits(host, staged);
  const id = layout.adopt(staged, version);
  const { current } = layout;
  if (current !== null) layout.point('previous', current);
  layout.point('current', id);
  layout.point('keeper', id);
  writeStationRecord(layout.recordFile, record);
  writeUnits(layout, record, id);
  layout.prune();
}
