// Engine and hub as a bench starts them, and what they take of the machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSecret } from '../src/hub/registry.ts';
import type { Engine } from '../tests/support/fleet-engine.ts';
import { login, nowS, secretOf } from './_fleet-played.ts';
import { program } from './_program.ts';

const ROOT = process.cwd();
/** As the shipped unit has it. */
export const ENGINE_ARGUMENTS = ['-memory.allowedBytes=512MB', '-search.maxUniqueTimeseries=3000000'];
const HUB_MEMORY = '--max-old-space-size=320';
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

export const memoryMb = (pid: number, line = 'VmRSS'): number =>
  Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
export const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const info = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (info?.isFile() ? info.size : 0);
  }, 0);

export interface Hub {
  port: number;
  pid: number;
  stop(): Promise<void>;
}
export async function hubOf(count: number, data: string, store: Engine): Promise<Hub> {
  mkdirSync(data, { recursive: true });
  const stations = Array.from({ length: count }, (_, i) => ({
    login: login(i),
    name: `Station ${i}`,
    hash: hashSecret(secretOf(login(i))),
    added_ts: nowS,
    changed_ts: nowS,
    revoked_ts: null,
  }));
  writeFileSync(join(data, 'stations.json'), JSON.stringify({ version: 1, stations }));
  const asked = ['hub', '--engine', store.url, '--host', '127.0.0.1', '--port', '0', '--data', data];
  const child = spawn(process.execPath, [HUB_MEMORY, program(ROOT), ...asked], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for (let told = ''; ; ) {
    const [piece] = (await once(child.stdout!, 'data')) as [Buffer];
    told += piece.toString();
    const port = /ready http:\/\/\S*:(\d+)/.exec(told)?.[1];
    if (!port) continue;
    const stop = async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    };
    return { port: Number(port), pid: child.pid!, stop };
  }
}

export const directly = (store: Engine, i: number, text: string): Promise<Response> =>
  fetch(`${store.url}/write?precision=s&extra_label=station=${login(i)}`, { method: 'POST', body: text });

/** What a program has computed so far, s. */
export const computedS = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
/** Nothing of a process that has ended meanwhile. */
function ofProcess(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
/** nginx and its workers are children of this process and of that child. */
export function nginxPids(): number[] {
  const all = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? ofProcess(`/proc/${name}/stat`) : '';
    const [, pid, parent] = /^(\d+) \(nginx\) \S (\d+) /.exec(stat) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent) }] : [];
  });
  const first = all.filter(({ parent }) => parent === process.pid).map(({ pid }) => pid);
  return all.filter(({ pid, parent }) => first.includes(pid) || first.includes(parent)).map(({ pid }) => pid);
}
