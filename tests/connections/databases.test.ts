import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Config } from '../../src/config/config.ts';
import { pushSink } from '../../src/connections/push/push.ts';
import { isIdle } from '../../src/connections/sink.ts';
import { connectionPorts } from '../../src/main/machine/connection-ports.ts';
import type { ForecastsToSend } from '../../src/station/outbox/forecasts-to-send.ts';
import type { OutboxRow } from '../../src/station/outbox/row.ts';
import { freePort } from '../support/free-port.ts';
import { realNowS } from '../support/real-now.ts';
import { runningClock } from '../support/running-clock.ts';
import { row } from './support/measured.ts';

const VICTORIA = ['/usr/bin/victoria-metrics', '/usr/local/bin/victoria-metrics'].find((path) => existsSync(path));
const INFLUX = ['/usr/bin/influxd'].find((path) => existsSync(path));
for (const [name, path] of [
  ['victoria-metrics', VICTORIA],
  ['influxdb', INFLUX],
])
  if (path === undefined)
    console.warn(`\nSKIPPED: rows in a real database, because there is no ${name} (apt-get install ${name})\n`);

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-tsdb-'));
let child: ChildProcess | null = null;
afterEach(async () => {
  const gone = new Promise((resolve) => child?.once('exit', resolve));
  child?.kill('SIGKILL');
  if (child) await gone;
  child = null;
  rmSync(folder, { recursive: true, force: true });
});

/** A day of rows that ended an hour ago: databases refuse what is old or still to come. */
const END_S =
  Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future') / 300) * 300 - 3600;
const ROWS: OutboxRow[] = Array.from({ length: 288 }, (_, i) =>
  row({
    startS: END_S - (288 - i) * 300,
    temperatureC: i % 7 === 3 ? null : Number((18 + i / 100).toFixed(2)),
    humidityPct: 1e-7,
    cloudIndex: -0.5,
  }),
);

/** One forecast that waits. */
const FORETOLD = {
  begin: () => true,
  forecasts: () => ({
    dayS: 0,
    arrived: () => {},
    again: () => {},
    all: [],
    now: [
      {
        tS: END_S - 7200,
        targets: { temperature: [{ horizon_s: 21_600, valid_ts: END_S + 14_400, mu: 18.9, lo: 17.2, hi: 20.6 }] },
      },
    ],
  }),
} as unknown as ForecastsToSend;

async function up(path: string, args: string[], ping: string, port: number): Promise<void> {
  child = spawn(path, args, { stdio: 'ignore' });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${ping}`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function send(push: object): Promise<unknown> {
  const log = { info: () => {}, warn: () => {} } as unknown as Parameters<typeof connectionPorts>[1];
  const config = Config.parse({ site: { name: 'Haus, am=See' }, push });
  const sink = pushSink(config, connectionPorts(runningClock(), log), { spoken: FORETOLD, nowS: END_S }, false);
  if (isIdle(sink)) throw new Error('nothing to send to');
  expect(await sink.syncTask!()!.send(new AbortController().signal)).toMatchObject({ kind: 'ok', status: 204 });
  const batch = { rows: ROWS, nowS: END_S };
  await sink.send(batch, new AbortController().signal);
  return sink.send(batch, new AbortController().signal); // a row that comes twice is one row
}

const expected = ROWS.filter(({ temperatureC }) => temperatureC !== null).map(({ startS, temperatureC }) => [
  startS,
  temperatureC,
]);

describe.skipIf(VICTORIA === undefined)('VictoriaMetrics', () => {
  it.each([
    ['line protocol', 'influx', '/write'],
    ['the text of Prometheus', 'prometheus', '/api/v1/import/prometheus'],
  ])('has what was sent in %s, to the digit, and no more', async (_, format, path) => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    await up(
      VICTORIA!,
      [
        `-storageDataPath=${folder}/vm`,
        `-httpListenAddr=127.0.0.1:${port}`,
        '-dedup.minScrapeInterval=1s',
        '-memory.allowedBytes=64MB',
      ],
      '/health',
      port,
    );
    expect(await send({ url: `${base}${path}`, format })).toMatchObject({ kind: 'ok', status: 204 });
    await fetch(`${base}/internal/force_flush`);
    const exported = async (metric: string) => {
      const match = encodeURIComponent(`${metric}{station="Haus, am=See"}`);
      const text = await (
        await fetch(`${base}/api/v1/export?match[]=${match}&start=${END_S - 90_000}&end=${END_S}`)
      ).text();
      const one = JSON.parse(text.split('\n')[0]!) as { values: number[]; timestamps: number[] };
      return one.timestamps.map((ms, i) => [ms / 1000, one.values[i]]);
    };
    expect(await exported('wx_temp')).toEqual(expected);
    expect(new Set((await exported('wx_hum')).map(([, value]) => value))).toEqual(new Set([0]));
    expect(new Set((await exported('wx_cloud')).map(([, value]) => value))).toEqual(new Set([-0.5]));
    expect(await exported('wx_fc_mu')).toEqual([[END_S - 7200, 18.9]]);
    expect(await exported('wx_fc_halfwidth')).toEqual([[END_S - 7200, 1.7]]);
    const metrics = await (await fetch(`${base}/metrics`)).text();
    for (const [line, count] of metrics.matchAll(/^vm_rows_(?:invalid|ignored)_total\S* (\d+)$/gm))
      expect(count, line).toBe('0');
  });
});

describe.skipIf(INFLUX === undefined)('InfluxDB', () => {
  it('has what was sent, to the digit, and no more', async () => {
    const [port, controlPort] = [await freePort(), await freePort()];
    const base = `http://127.0.0.1:${port}`;
    const config = `reporting-disabled = true\nbind-address = "127.0.0.1:${controlPort}"\n[meta]\ndir = "${folder}/meta"\n[data]\ndir = "${folder}/data"\nwal-dir = "${folder}/wal"\n[http]\nbind-address = "127.0.0.1:${port}"\n`;
    const file = join(folder, '..', `influx-${process.pid}.conf`);
    writeFileSync(file, config);
    await up(INFLUX!, ['-config', file], '/ping', port);
    await fetch(`${base}/query?q=${encodeURIComponent('CREATE DATABASE weather')}`, { method: 'POST' });
    expect(await send({ url: `${base}/write?db=weather` })).toMatchObject({ kind: 'ok', status: 204 });
    const query = encodeURIComponent(`SELECT temp FROM wx WHERE station = 'Haus, am=See'`);
    const answer = (await (await fetch(`${base}/query?db=weather&epoch=s&q=${query}`)).json()) as {
      results: [{ series: [{ values: [number, number][] }] }];
    };
    expect(answer.results[0].series[0].values).toEqual(expected);
    const told = encodeURIComponent(
      `SELECT mu, halfwidth FROM wx_fc WHERE horizon = '6h' AND station = 'Haus, am=See'`,
    );
    expect(await (await fetch(`${base}/query?db=weather&epoch=s&q=${told}`)).json()).toMatchObject({
      results: [{ series: [{ values: [[END_S - 7200, 18.9, 1.7]] }] }],
    });
    rmSync(file);
  });
});
