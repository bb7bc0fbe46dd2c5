import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');
/** One per worker: a bundle that two files use is not written anew by one while the other one starts it. */
export const outDir = join(root, `dist/test-${process.env['VITEST_POOL_ID'] ?? process.pid}`);

/** Bundles a script as the product is bundled: a process then starts in a tenth of a second, and two hundred in a minute. */
export async function bundled(script: string): Promise<string> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir: false,
      rolldownOptions: { input: { [script]: join(import.meta.dirname, `${script}.ts`) }, external: ['better-sqlite3'] },
    },
    ssr: { noExternal: true, external: ['better-sqlite3'], target: 'node' },
  });
  return join(outDir, `${script}.js`);
}

/** What a script said until it was killed, so long after a word of it, wherever that found it. */
export async function killedAfter(script: string, args: string[], word: string, afterMs: number): Promise<string> {
  const child = spawnNode(script, args);
  let [said, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const gone = once(child, 'close');
  while (!said.includes(word) && child.exitCode === null) await wait(2);
  await wait(afterMs);
  child.kill('SIGKILL');
  await gone;
  if (errors !== '') throw new Error(errors);
  return said;
}

export const spawnNode = (script: string, args: string[]) =>
  spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
