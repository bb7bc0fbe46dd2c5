// npm run bench -- gateway-day [SECONDS]: a day of an Ecowitt gateway, a report each 16 s with a new day and a reset of its counter in it,
// sent within a minute to the running program. Its history must end as the gateway's sums do. Exits 1 where it does not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_S } from '../src/base/durations.ts';
import type { Telemetry } from '../src/contract/telemetry.ts';
import {
  bodyAt,
  EVERY_S,
  FELL_MM,
  fahrenheitAt,
  HIGHEST_GUST_MPH,
} from '../tests/station/inputs/support/gateway-day.ts';
import { program } from './_program.ts';

const SECONDS = Number(process.argv[2] ?? 60);
const here = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-gateway-day-'));
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

const config = join(folder, 'config.yaml');
writeFileSync(config, JSON.stringify({ log: { level: 'silent' } }));
const args = ['serve', '--config', config, '--data', join(folder, 'data'), '--source', 'ecowitt'];
const child = spawn(process.execPath, [program(here), ...args, '--host', '127.0.0.1', '--port', '0'], {
  cwd: here,
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  let url = '';
  for (let told = ''; url === ''; url = /ready (http:\/\/\S+)/.exec(told)?.[1] ?? '')
    told += ((await once(child.stdout!, 'data')) as [Buffer])[0].toString();
  const report = async (n: number, from: number): Promise<void> => {
    const answer = await fetch(`${url}/data/report/`, { method: 'POST', body: bodyAt(from, n * EVERY_S) });
    if (answer.status !== 200) throw new Error(`report ${n} was answered with ${answer.status}`);
  };
  const startS = Math.floor(Date.now() / 1000) - DAY_S;
  const beganMs = Date.now();
  const reports = DAY_S / EVERY_S;
  for (let n = 0; n < reports; n += 1) {
    await wait(beganMs + (n / reports) * SECONDS * 1000 - Date.now());
    await report(n, startS);
  }
  console.log(`${reports} reports in ${((Date.now() - beganMs) / 1000).toFixed(0)} s`);
  // It goes on reporting. What its reset counter gained is believed after twenty seconds.
  for (let n = 0; n < 2; n += 1) {
    await wait(16_000);
    await report(reports + n, startS);
  }
  await wait(5000);
  const now = (await (await fetch(`${url}/api/telemetry`)).json()) as Telemetry;
  const from = beganMs / 1000 - 60;
  const range = await fetch(
    `${url}/api/history/range?start=${Math.floor(from)}&end=${Math.floor(from) + SECONDS + 180}&bucket=60`,
  );
  const { series } = (await range.json()) as { series: Record<string, (number | null)[]> };
  const had = (name: string) => (series[name] ?? []).filter((value) => value !== null);
  const rainMm = had('rain').reduce((sum, mm) => sum + mm, 0);
  const lastC = ((fahrenheitAt(DAY_S + EVERY_S) - 32) * 5) / 9;
  const figures: [what: string, ours: number, gateways: number, most: number][] = [
    ['rain of the history, mm', rainMm, FELL_MM, 0.05],
    ['rain_today of telemetry, mm', now.rain_today ?? Number.NaN, FELL_MM, 0.05],
    ['highest gust, m/s', Math.max(...had('wind_gust')), HIGHEST_GUST_MPH * 0.44704, 0.02],
    ['newest air, °C', now.outdoor_c ?? Number.NaN, lastC, 0.05],
  ];
  for (const [what, ours, gateways, most] of figures) {
    const isRight = Math.abs(ours - gateways) <= most;
    if (!isRight) process.exitCode = 1;
    console.log(`${what.padEnd(30)} ${ours.toFixed(2)} of ${gateways.toFixed(2)}${isRight ? '' : '  WRONG'}`);
  }
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
