// What hostile or broken senders cost: the built program with its inputs switched on, while each of them does its worst from a process of
// its own. Wanted: no sample missed, and memory that stays.
// usage: inputs [seconds each]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tests/support/free-port.ts';
import { rssAnonMb } from './_lateness.ts';
import { type Contender, metric, start } from './_program.ts';

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

function started(inputs: object): Promise<Contender> {
  const config = join(folder, 'config.yaml');
  writeFileSync(config, JSON.stringify({ inputs, log: { level: 'silent' } }));
  return start(here, mkdtempSync(join(folder, 'data-')), '127.0.0.1', ['--config', config]);
}

/** Processor seconds that a process has used: all its threads. */
function cpuS(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Takes in whoever is heard. */
async function adoptAll(port: number): Promise<void> {
  await wait(4000);
  const { inputs } = (await (await fetch(`http://127.0.0.1:${port}/api/inputs`)).json()) as {
    inputs: { id: string }[];
  };
  const headers = { 'content-type': 'application/json' };
  for (const { id } of inputs)
    await fetch(`http://127.0.0.1:${port}/api/inputs/${id}/adopt`, { method: 'POST', headers, body: '{}' });
}

async function measure(
  name: string,
  inputs: object,
  flood: { kind: string; port: number | null } | null,
): Promise<void> {
  const { child, port } = await started(inputs);
  await wait(8000); // its start is its own matter
  const [missed, cpu] = [await metric(port, 'samples_missed_total'), cpuS(child.pid!)];
  const script = flood?.port === null ? 'bench/_posts.ts' : 'bench/_datagrams.ts';
  const sender = flood && fork(join(here, script), [flood.kind, String(flood.port ?? port)], { execArgv: [] });
  if (flood?.kind === 'hundred') await adoptAll(port);
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
      `${String(Math.round(sent / SECONDS)).padStart(6)} messages/s`,
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
  const consoles = { ecowitt: { enabled: true } };
  const radio = (how: string) => ({ rtl433: { enabled: true, command: process.execPath, args: [standIn, how] } });
  await measure('nothing sends', tempest, null);
  await measure('one sender without pause', tempest, { kind: 'one', port });
  await measure('a hundred gateways, all in use', consoles, { kind: 'hundred', port: null });
  await measure('a million pass keys over HTTP', consoles, { kind: 'keys', port: null });
  await measure('bodies of 1 MB', consoles, { kind: 'huge', port: null });
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
