// Does a slow probe make the sampling late? The probe's file is a pipe whose other end, a process of its own, keeps every reader
// waiting for 750 ms, as a conversion does. Beside it a sampling loop runs far denser than the station's, and its lateness is taken.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { every } from '../src/base/clock.ts';
import { systemClock } from '../src/main/clock.ts';
import { NodeFiles } from '../src/main/machine/files.ts';
import { OutdoorProbe } from '../src/station/sensors/periphery/probe.ts';

const SECONDS = Number(process.argv[2] ?? 20);
const SAMPLE_MS = 50;
const LIMIT_MS = 20;

const root = mkdtempSync(join(tmpdir(), 'weatherglass-probe-'));
const folder = join(root, 'sys/bus/w1/devices/28-0316a2794dff');
mkdirSync(folder, { recursive: true });
const pipe = join(folder, 'w1_slave');
execFileSync('mkfifo', [pipe]);
const text = '62 01 4b 46 7f ff 0e 10 03 : crc=03 YES\\n62 01 4b 46 7f ff 0e 10 03 t=22125\\n';
// The pause at the end lets the reader see the end of one answer before the next one is prepared.
const sensor = spawn('bash', ['-c', `while :; do { sleep 0.75; printf '${text}'; } > '${pipe}'; sleep 0.2; done`], {
  stdio: 'ignore',
});

async function lateness(probe: OutdoorProbe | null): Promise<number[]> {
  const stop = new AbortController();
  const polling = probe?.run(stop.signal);
  const late: number[] = [];
  let dueMs = systemClock.steadyMs();
  const sampling = every(SAMPLE_MS, systemClock, stop.signal, () => {
    const nowMs = systemClock.steadyMs();
    late.push(nowMs - dueMs);
    dueMs = Math.max(dueMs + SAMPLE_MS, nowMs);
  });
  await systemClock.sleep(SECONDS * 1000, stop.signal);
  stop.abort();
  await Promise.all([sampling, polling]);
  return late.slice(1).sort((a, b) => a - b);
}

const show = (late: number[]): string => {
  const at = (share: number) => late[Math.min(late.length - 1, Math.floor(share * late.length))]!.toFixed(2);
  return `median ${at(0.5)} ms, 99 % ${at(0.99)} ms, worst ${at(1)} ms over ${late.length} turns`;
};

const alone = await lateness(null);
const probe = new OutdoorProbe(new NodeFiles(root), systemClock, { periodS: 1 });
const beside = await lateness(probe);
sensor.kill();
rmSync(root, { recursive: true });
const { valueC, errors } = probe.status();
console.log(`sampling alone:               ${show(alone)}`);
console.log(`while the probe blocks 750 ms: ${show(beside)} (limit ${LIMIT_MS} ms)`);
console.log(`the probe meanwhile said ${valueC} C, with ${errors} misses`);
const tooBusy = alone.at(-1)! >= LIMIT_MS;
if (tooBusy) console.log('this machine is too busy with other things to judge: the sampling is late even alone');
process.exitCode = !tooBusy && beside.at(-1)! < LIMIT_MS && valueC === 22.125 && errors === 0 ? 0 : 1;
