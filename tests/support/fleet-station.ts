import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_S } from '../../src/base/durations.ts';
import type { Connection, Connections } from '../../src/contract/connections.ts';
import { systemClock } from '../../src/main/clock.ts';
import { run as seed } from '../../src/main/commands/seed.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { emptyRow } from './empty-row.ts';
import type { Key } from './hub-here.ts';
import { openStore } from './open-store.ts';
import { patience } from './patience.ts';

const quiet = { write: () => true, isTTY: false };

/** The built program as a station of a fleet, in a process of its own that can be killed, with a past that it has measured before. */
export class FleetStationProcess {
  #child: ChildProcess | null = null;
  #url = '';
  /** What its own clock is wrong by. */
  clockAheadS = 0;

  private constructor(
    private readonly program: string,
    readonly folder: string,
    readonly key: Key,
    private readonly hubUrl: string,
  ) {}

  static async withPast(
    folder: string,
    days: number,
    key: Key,
    hubUrl: string,
    program: string,
  ): Promise<FleetStationProcess> {
    mkdirSync(folder, { recursive: true });
    const io = { env: { XDG_CONFIG_HOME: '/nowhere' }, stdout: quiet, stderr: quiet } as never;
    await seed(['--data', folder, '--days', String(days), '--step', '100'], io);
    const station = new FleetStationProcess(program, folder, key, hubUrl);
    station.giveSecret(key.secret);
    return station;
  }

  get #secretFile(): string {
    return join(this.folder, '..', `${this.key.login}.secret`);
  }

  get #database(): string {
    return join(this.folder, 'weatherglass.db');
  }

  giveSecret(secret: string): void {
    writeFileSync(this.#secretFile, `${secret}\n`, { mode: 0o600 });
  }

  async start(): Promise<void> {
    const shift = `data:text/javascript,const now=Date.now;Date.now=()=>now()+${this.clockAheadS * 1000}`;
    const args = ['serve', '--data', this.folder, '--source', 'simulator', '--host', '127.0.0.1', '--port', '0'];
    const env = {
      ...process.env,
      XDG_CONFIG_HOME: '/nowhere',
      WEATHERGLASS_FLEET__URL: this.hubUrl,
      WEATHERGLASS_FLEET__LOGIN: this.key.login,
      WEATHERGLASS_FLEET__SECRET_FILE: this.#secretFile,
      WEATHERGLASS_CONNECTIONS__ALLOW_SIMULATED: 'true',
      WEATHERGLASS_CONNECTIONS__MDNS: 'false',
    };
    const wrong = this.clockAheadS === 0 ? [] : ['--import', shift];
    const child = spawn(process.execPath, [...wrong, join(this.program, 'bin/weatherglass.mjs'), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#url = await new Promise<string>((resolve, reject) => {
      let told = '';
      child.once('close', (code) => reject(new Error(`the station ended with ${code}: ${told}`)));
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        told = (told + text).slice(-2000);
      });
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        told += text;
        const found = /weatherglass ready (http:\S+?)\/?\s/.exec(told);
        if (found) resolve(found[1]!);
      });
    });
    await this.sendNow();
  }

  /** It does not wait for its turn. */
  async sendNow(): Promise<void> {
    await fetch(`${this.#url}/api/connections/fleet/test`, { method: 'POST' }).catch(() => null);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async fleet(): Promise<Connection> {
    const { sinks } = (await (await fetch(`${this.#url}/api/connections`)).json()) as Connections;
    return sinks.find(({ name }) => name === 'fleet')!;
  }

  /** Until nothing waits any more. */
  async allSent(limitMs = 240_000): Promise<Connection> {
    for (const waiting = patience(limitMs); ; await wait(500)) {
      const fleet = await this.fleet();
      if (fleet.waiting === 0 && fleet.cursor_ts !== 0 && fleet.state === 'ok') return fleet;
      if (!waiting()) throw new Error(`${this.key.login} is not done: ${JSON.stringify(fleet)}`);
    }
  }

  /** While it is not running late samples come, one an hour, so that their days are made anew. Raw samples are kept for a week. */
  remade(fromS: number, untilS: number): void {
    const zone = { timeZone: 'UTC', rawRetentionDays: 7, fiveMinRetentionDays: 90 };
    const store = openStore({ folder: this.folder, clock: systemClock, ...zone }); // now: the station that runs on this folder next lives now
    const late = { temp_smooth: 30, hum_smooth: 61, press_slp: 1016.2, press_smooth: 1013.2, dew: 10.7, lux: 300 };
    for (let tS = fromS + 17.25; tS < untilS; tS += HOUR_S) store.samples.append({ ...emptyRow(tS), ...late });
    store.flush();
    store.close();
  }

  /** Its rows before a moment, value by value, as they leave the house. */
  rows(untilS: number): Map<number, Record<string, number>> {
    const db = openReadOnly(this.#database);
    const rows = db
      .prepare<[number], Record<string, number | null> & { ts: number }>(
        'SELECT ts, temp_smooth temp, hum_smooth hum, press_slp slp, press_smooth press, dew, lux FROM five_min WHERE ts < ?',
      )
      .all(untilS);
    db.close();
    const plain = (name: string, value: number) => Number(value.toFixed(name === 'lux' ? 2 : 3)) + 0;
    return new Map(
      rows.map(({ ts, ...values }) => {
        const measured = Object.entries(values).filter((one): one is [string, number] => one[1] !== null);
        return [ts, Object.fromEntries(measured.map(([name, value]) => [name, plain(name, value)]))];
      }),
    );
  }
}
