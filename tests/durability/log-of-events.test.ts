import { closeSync, openSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { startService } from '../../src/main/service.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { simulator } from '../support/simulator.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { Bench } from '../support/station.ts';
import { clearFolders, dbOf, past, START } from './support.ts';

afterAll(clearFolders);
const MINUTE = 60_000;

/** The card forgets a tenth of the pages. */
function damage(folder: string): void {
  const file = openSync(dbOf(folder), 'r+');
  for (let page = 20; page < 400; page += 10) writeSync(file, Buffer.alloc(1024, 0xa5), 0, 1024, page * 1024);
  closeSync(file);
}

const severe = (bench: Bench): string[] =>
  bench.station.watch
    .events(500)
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, detail }) => `${severity}: ${detail}`)
    .sort();

const severeLines = (bench: Bench): string[] => bench.logged.filter((line) => !line.startsWith('info')).sort();

describe('every event of severity warn or error is one line of the log', () => {
  it('that a rescue at the start leaves', async () => {
    const folder = past(6 * 3600);
    damage(folder);
    const bench = new Bench({}, START + 60, folder);
    await bench.station.start();
    expect(severeLines(bench)).toEqual([expect.stringMatching(/^error: The database was damaged/)]);
    expect(severeLines(bench)).toEqual(severe(bench));
    await bench.station.stop();
    const again = new Bench({}, START + 120, folder);
    await again.station.start();
    expect(severeLines(again)).toEqual([]); // it was a line of the start that met it
    await again.station.stop();
  });

  it('that damage under a running station leaves', async () => {
    const folder = past(6 * 3600);
    const bench = new Bench({ sensors: { sample_interval_s: 20 } }, START + 60, folder);
    await bench.station.start();
    damage(folder);
    const reader = openReadOnly(dbOf(folder)); // keeps the log from being brought in
    await bench.clock.advance(130 * MINUTE);
    reader.close();
    expect(severeLines(bench).length).toBeGreaterThan(1);
    expect(severeLines(bench)).toEqual(severe(bench));
    await bench.station.stop();
  });

  it('that a full disk leaves', async (context) => {
    const disk = SmallDisk.during(context, 12);
    const bench = new Bench({}, START, join(disk.folder, 'data'));
    await bench.station.start();
    await bench.clock.advance(2 * MINUTE);
    disk.fill();
    await bench.clock.advance(15 * MINUTE); // until what migrations left of SQLite's log is used up
    expect(severeLines(bench)).toHaveLength(1); // told while the disk takes no event
    disk.makeRoom();
    await bench.clock.advance(2 * MINUTE);
    expect(severeLines(bench)).toEqual(severe(bench));
    await bench.station.stop();
  });

  it('and stands in the log before the station says that it measures', async () => {
    const data = past(6 * 3600);
    truncateSync(dbOf(data), 300 * 1024);
    const lines: { level: number; msg: string }[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as { level: number; msg: string });
    const settings = loadSettings({ data, port: '0', host: '127.0.0.1' }, { HOME: data });
    const service = await startService(settings, { board: simulator(), log: pino({}, { write }), force: true });
    await service.stop();
    const damaged = lines.filter(({ msg }) => msg.includes('damaged'));
    expect(damaged.map(({ level }) => level)).toEqual([50]);
    expect(lines.indexOf(damaged[0]!)).toBeLessThan(lines.findIndex(({ msg }) => msg.includes('started with')));
  });
});
