import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import type { Connections } from '../../src/contract/connections.ts';
import { engineAt } from '../../src/hub/engine/open.ts';
import { rowsOf } from '../../src/hub/rows.ts';
import { run as seed } from '../../src/main/commands/seed.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { enginesHere, RealEngine } from '../support/engines.ts';
import { realNowS } from '../support/real-now.ts';
import { clearFolders, dbOf, tempFolder } from './support.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/weatherglass.mjs');
const DAYS = 3;
const KILLS = 3;
const LOGIN = 'garden';

const children = new Set<ChildProcess>();
async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
afterEach(async () => {
  for (const child of children) await killed(child);
  children.clear();
});
afterAll(clearFolders);

/** The built program, until it says what it is waited for. */
async function program(args: string[], awaited: RegExp, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, XDG_CONFIG_HOME: '/nowhere', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.add(child);
  let told = '';
  for await (const piece of child.stdout) {
    told += String(piece);
    const found = awaited.exec(told);
    if (found) return { child, found: found[1]! };
  }
  throw new Error(`${args[0]} ended and said ${told}`);
}

const fleetOf = async (url: string) => {
  const { sinks } = (await (await fetch(`${url}/api/connections`)).json()) as Connections;
  return sinks.find(({ name }) => name === 'fleet')!;
};

/** What the station has, as far as it may have gone. */
function rowsOfStation(folder: string, untilS: number): Map<number, Record<string, number>> {
  const db = openReadOnly(dbOf(folder));
  const rows = db
    .prepare<[number], Record<string, number | null> & { ts: number }>(
      'SELECT ts, temp_smooth temp, hum_smooth hum, press_slp slp, press_smooth press, dew, lux FROM five_min WHERE ts < ?',
    )
    .all(untilS);
  db.close();
  return new Map(
    rows.map(({ ts, ...values }) => {
      const measured = Object.entries(values).filter((one): one is [string, number] => one[1] !== null);
      return [
        ts,
        Object.fromEntries(measured.map(([name, value]) => [name, Number(value.toFixed(name === 'lux' ? 2 : 3)) + 0])),
      ];
    }),
  );
}

// Half a minute, most of it waiting: programs start, and the station waits a second between two days.
describe.skipIf(!enginesHere.includes('victoria-metrics'))('a station that is killed while it fills a hub', () => {
  it(`has every row there once, value by value, after ${KILLS} times kill -9`, async () => {
    const engine = await RealEngine.start('victoria-metrics');
    try {
      const data = tempFolder();
      const quiet = { write: () => true, isTTY: false };
      const io = { env: { XDG_CONFIG_HOME: '/nowhere' }, stdout: quiet, stderr: quiet } as never;
      await seed(['--data', data, '--days', String(DAYS), '--step', '100'], io);
      const hubData = tempFolder();
      const added = await program(['hub', 'add', 'Garden', '--data', hubData], /secret: (\S+)\n/);
      const secretFile = join(hubData, 'the-station-s-secret');
      writeFileSync(secretFile, `${added.found}\n`, { mode: 0o600 });
      const hubArgs = ['hub', '--engine', engine.address, '--host', '127.0.0.1', '--port', '0', '--data', hubData];
      const hub = await program(hubArgs, /weatherglass hub ready (http:\S+)/);
      const settings = {
        WEATHERGLASS_FLEET__URL: hub.found,
        WEATHERGLASS_FLEET__LOGIN: LOGIN,
        WEATHERGLASS_FLEET__SECRET_FILE: secretFile,
        WEATHERGLASS_CONNECTIONS__ALLOW_SIMULATED: 'true',
        WEATHERGLASS_CONNECTIONS__MDNS: 'false',
      };
      const args = ['serve', '--data', data, '--source', 'simulator', '--host', '127.0.0.1', '--port', '0'];
      const start = async () => {
        const station = await program(args, /weatherglass ready (http:\S+)/, settings);
        const url = station.found.replace(/\/$/, '');
        const answer = await fetch(`${url}/api/connections/fleet/test`, { method: 'POST' });
        expect(await answer.json()).toMatchObject({ outcome: 'ok' });
        return { ...station, url };
      };
      const cursors: number[] = [];
      for (let i = 0; i < KILLS; i += 1) {
        const station = await start();
        await wait(150 + 730 * i);
        cursors.push((await fleetOf(station.url)).cursor_ts!);
        await killed(station.child);
      }
      const last = await start();
      let fleet = await fleetOf(last.url);
      while (fleet.waiting > 0 || fleet.cursor_ts === 0) {
        await wait(100);
        fleet = await fleetOf(last.url);
      }
      expect(fleet).toMatchObject({ state: 'ok', waiting: 0 });
      await killed(last.child);
      expect(cursors.at(-1)).toBeLessThanOrEqual(fleet.cursor_ts!);
      const here = rowsOfStation(data, fleet.cursor_ts!);
      const today =
        Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future') / DAY_S) *
        DAY_S;
      const there = rowsOf(
        await engineAt(engine.address)!.series(LOGIN, 'wx', today - (DAYS + 2) * DAY_S, today + DAY_S),
      );
      // A row that was closed and sent between the last question and the kill is beyond what was asked for.
      for (const tS of there.keys()) if (tS >= fleet.cursor_ts!) there.delete(tS);
      expect(here.size).toBeGreaterThan(DAYS * 280);
      expect(there.size).toBe(here.size);
      for (const [tS, values] of here) expect(there.get(tS), String(tS)).toEqual({ ...values, simulated: 1 });
    } finally {
      await engine.remove();
    }
  });
});
