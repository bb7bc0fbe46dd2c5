import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export interface StationProcess {
  port: number;
  child: ChildProcess;
  stop(): Promise<void>;
}

/**
 * The built program with a simulated board, in a process and a folder of its own, open to the LAN. The folder goes with it. `preload` is
 * loaded before it, and may talk to the test over IPC; `settings` are variables of its environment.
 */
export async function stationProcess(
  program = root,
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-attacked-')),
  preload: string | null = null,
  settings: NodeJS.ProcessEnv = {},
): Promise<StationProcess> {
  const args = ['serve', '--data', folder, '--source', 'simulator', '--host', '0.0.0.0', '--port', '0'];
  const before = preload === null ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...before, join(program, 'bin', 'weatherglass.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    env: { ...process.env, ...settings },
  });
  const port = await readyPort(child);
  return {
    port,
    child,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}

const readyPort = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    let told = '';
    child.once('close', (code) => reject(new Error(`the station ended with ${code}: ${told}`)));
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      told += piece;
      const port = /weatherglass ready http:\/\/[^\s]*:(\d+)/.exec(told)?.[1];
      if (port) resolve(Number(port));
    });
  });
