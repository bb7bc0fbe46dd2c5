import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { command } from '../support/command.ts';
import { patience } from '../support/patience.ts';

export const root = join(import.meta.dirname, '../..');
export const realMain = JSON.stringify(join(root, 'dist/main/cli.js'));
export const STOPPED_FIRST = 'weatherglass: Stopped as asked, before the start was complete.';
export const oneSentence = (text: string): boolean => text.trim().split('\n').length === 1 && !/\n\s+at /.test(text);

interface Run {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  done: Promise<number | null>;
}

export async function ready(run: Run): Promise<string> {
  for (const waiting = patience(240_000); waiting(); ) {
    const line = /^weatherglass ready (\S+)$/m.exec(run.out());
    if (line) return line[1]!;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not ready: ${run.out()}${run.err()}`);
}

/** Programs of a test file, which end with it, and a folder for what they leave behind. */
export function programs() {
  const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-cli-'));
  const running = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
  });
  let folders = 0;
  const folder = () => join(scratch, `data${folders++}`);

  function weatherglass(args: string[], env: Record<string, string> = {}, home = root): Run {
    const child = spawn(process.execPath, [join(home, 'bin/weatherglass.mjs'), ...args], {
      env: { PATH: process.env['PATH']!, HOME: scratch, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const text = { out: '', err: '' };
    child.stdout!.on('data', (chunk) => {
      text.out += chunk;
    });
    child.stderr!.on('data', (chunk) => {
      text.err += chunk;
    });
    const done = new Promise<number | null>((resolve) =>
      // Not at its exit: what it said last may not have been read by then.
      child.on('close', (code) => {
        running.delete(child);
        resolve(code);
      }),
    );
    return { child, out: () => text.out, err: () => text.err, done };
  }

  /** A folder with the program in which `cli` stands around the real one. */
  function homeAround(cli: string): string {
    const home = folder();
    mkdirSync(join(home, 'bin'), { recursive: true });
    mkdirSync(join(home, 'dist/main'), { recursive: true });
    copyFileSync(join(root, 'bin/weatherglass.mjs'), join(home, 'bin/weatherglass.mjs'));
    writeFileSync(join(home, 'package.json'), '{"type":"module"}');
    writeFileSync(join(home, 'dist/main/cli.js'), cli);
    return home;
  }

  /** A command line in this process, for what ends at its words: a program starts once for each way to end, not for each word. */
  const dispatched = (args: string[]) => command(args, { HOME: scratch });

  return { scratch, running, folder, weatherglass, homeAround, dispatched };
}
