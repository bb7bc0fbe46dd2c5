// What hostile or broken senders cost: the built program with its inputs switched on, while each of them does its worst from a process of
// its own. Wanted: no sample missed, and memory that stays.
// usage: inputs [seconds each]
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tests/support/free-port.ts';
import { rssAnonMb } from './_lateness.ts';
import { program } from './_program.ts';

const SECONDS = Number(process.argv[2] ?? 10);
const here = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-inputs-'));
const standIn = join(here, 'tests/connections/inputs/support/stand-in.mjs');
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A Davis device that sends a byte now and then, and never ends. */
const slow = createServer((_, answer) => {
  answer.write('{"data":{"did":"x","conditions":[');
  const timer = setInterval(() => answer.write(' '), 100);
  answer.on('close', () => clearInterval(timer));
}).listen(0, '127.0.0.1');
await once(slow, 'listening');
const davis = { enabled: true, url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}` };

async function started(inputs: object): Promise<{ child: ChildProcess; port: number }> {
  const config = join(folder, 'config.yaml');
  writeFileSync(config, JSON.stringify({ inputs, log: { level: 'silent' } }));
  const args = ['serve', '--config', config, '--data', mkdtempSync(join(folder, 'data-')), '--source', 'simulator'];
  const child = spawn(process.execPath, [program(here), ...args, '--host', '127.0.0.1', '--port', '0'], {
    cwd: here,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for (let told = ''; ; ) {
    const [piece] = (await once(child.stdout!, 'data')) as [Buffer];
    told += piece.toString();
    const port = /ready http:\/\/[^\s]*:(\d+)/.exec(told)?.[1];
    if (port) return { child, port: Number(port) };
  }
}

async function metric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`weatherglass_${name} `))
      ?.split(' ')[1],
  );
}
/** Processor seconds that a process has used: all its threads. */
function cpuS(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function measure(name: string, inputs: object, flood: { kind: string; port: number } | null): Promise<void> {
  const { child, port } = await started(inputs);
  await wait(8000); // its start is its own matter
  const [missed, cpu] = [await metric(port, 'samples_missed_total'), cpuS(child.pid!)];
  const sender = flood && fork(join(here, 'bench/_datagrams.ts'), [flood.kind, String(flood.port)], { execArgv: [] });
  let mostMb = 0;
  for (let s = 0; s < SECONDS; s += 0.5) {
    await wait(500);
    mostMb = Math.max(mostMb, rssAnonMb(child.pid!));
  }
  let sent = 0;
  if (sender) {
    sender.send('how often');
    [sent] = (await once(sender, 'message')) as [number];
    sender.kill();
  }
  const late = (await metric(port, 'sampling_lateness_seconds{quantile="1"}')) * 1000;
  const answer = (await (await fetch(`http://127.0.0.1:${port}/api/inputs`)).json()) as { inputs: unknown[] };
  console.log(
    [
      name.padEnd(34),
      `${String(Math.round(sent / SECONDS)).padStart(6)} datagrams/s`,
      `${(await metric(port, 'samples_missed_total')) - missed} samples missed, latest ${late.toFixed(0)} ms`,
      `${((cpuS(child.pid!) - cpu) / SECONDS).toFixed(2)} cores, ${mostMb.toFixed(0)} MB at most`,
      `${answer.inputs.length} senders listed`,
    ].join(', '),
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
}

try {
  const port = await freePort();
  const tempest = { tempest: { enabled: true, port } };
  const radio = (how: string) => ({ rtl433: { enabled: true, command: process.execPath, args: [standIn, how] } });
  await measure('nothing sends', tempest, null);
  await measure('one sender without pause', tempest, { kind: 'one', port });
  await measure('a million serial numbers', tempest, { kind: 'serials', port });
  await measure('two hundred addresses', tempest, { kind: 'addresses', port });
  await measure('binary rubbish', tempest, { kind: 'rubbish', port });
  await measure('datagrams of 60 KB', tempest, { kind: 'huge', port });
  await measure('a program without a line feed', radio('endless'), null);
  await measure('a program that floods', radio('flood'), null);
  await measure('a Davis that answers for ever', { davis }, null);
} finally {
  slow.closeAllConnections();
  slow.close();
  rmSync(folder, { recursive: true, force: true });
}
