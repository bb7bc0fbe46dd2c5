import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The built program of a tree, in a process of its own. */
export interface Contender {
  child: ChildProcess;
  port: number;
}

export const program = (tree: string) => join(tree, 'bin', 'weatherglass.mjs');

export async function start(tree: string, data: string, host = '127.0.0.1', more: string[] = []): Promise<Contender> {
  const args = ['serve', ...more, '--data', data, '--source', 'simulator', '--host', host, '--port', '0'];
  const child = spawn(process.execPath, [program(tree), ...args], { cwd: tree, stdio: ['ignore', 'pipe', 'ignore'] });
  for (let told = ''; ; ) {
    const [piece] = (await once(child.stdout!, 'data')) as [Buffer];
    told += piece.toString();
    const port = /ready http:\/\/[^\s]*:(\d+)/.exec(told)?.[1];
    if (port) return { child, port: Number(port) };
  }
}

/** The first start on a history trains from it: figures taken meanwhile are those of the training. */
export async function settled(port: number): Promise<void> {
  for (let calm = 0; calm < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const answer = await fetch(`http://127.0.0.1:${port}/api/status`);
    const { jobs } = (await answer.json()) as { jobs: unknown[] };
    calm = jobs.length === 0 ? calm + 1 : 0;
  }
}

/** A figure of the Prometheus text. */
export async function metric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`weatherglass_${name} `));
  return Number(line?.split(' ')[1]);
}
