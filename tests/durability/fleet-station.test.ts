import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { engineAt } from '../../src/hub/engine/open.ts';
import { rowsOf } from '../../src/hub/rows.ts';
import { enginesHere, RealEngine } from '../support/engines.ts';
import { FleetStationProcess } from '../support/fleet-station.ts';
import { freePort } from '../support/free-port.ts';
import { add } from '../support/hub-here.ts';
import { HubProcess } from '../support/hub-process.ts';
import { realNowS } from '../support/real-now.ts';
import { clearFolders, tempFolder } from './support.ts';

const PROGRAM = join(import.meta.dirname, '../..');
const DAYS = 3;
const KILLS = 3;

afterAll(clearFolders);

// Half a minute, most of it waiting: programs start, and the station waits a second between two days.
describe.skipIf(!enginesHere.includes('victoria-metrics'))('a station that is killed while it fills a hub', () => {
  it(`has every row there once, value by value, after ${KILLS} times kill -9`, async () => {
    const engine = await RealEngine.start('victoria-metrics');
    onTestFinished(() => engine.remove());
    const hub = new HubProcess(engine.address, tempFolder(), await freePort());
    const key = await add(hub.folder, 'Garden');
    await hub.start();
    onTestFinished(async () => void (await hub.end('SIGKILL')));
    const station = await FleetStationProcess.withPast(join(tempFolder(), 'data'), DAYS, key, hub.url, PROGRAM);
    onTestFinished(() => station.kill());
    const cursors: number[] = [];
    for (let i = 0; i < KILLS; i += 1) {
      await station.start();
      await wait(150 + 730 * i);
      cursors.push((await station.fleet()).cursor_ts!);
      await station.kill();
    }
    await station.start();
    const untilS = (await station.allSent()).cursor_ts!;
    await station.kill();
    expect(cursors.at(-1)).toBeLessThanOrEqual(untilS);
    const here = station.rows(untilS);
    const today =
      Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future') / DAY_S) * DAY_S;
    const there = rowsOf(
      await engineAt(engine.address)!.series(key.login, 'wx', today - (DAYS + 2) * DAY_S, today + DAY_S),
    );
    // A row that was closed and sent between the last question and the kill is beyond what was asked for.
    for (const tS of there.keys()) if (tS >= untilS) there.delete(tS);
    expect(here.size).toBeGreaterThan(DAYS * 280);
    expect(there.size).toBe(here.size);
    for (const [tS, values] of here) expect(there.get(tS), String(tS)).toEqual({ ...values, simulated: 1 });
  });
});
