import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

let folder: string | null = null;
/** Of this process alone: neither a worker nor another run in the same checkout writes a bundle anew while one starts it. */
function bundles(): string {
  if (folder !== null) return folder;
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-bundles-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

const made = new Map<string, Promise<string>>();

/** Bundles a script as the product is bundled, once: a process then starts in a tenth of a second, and two hundred in a minute. */
export function bundled(script: string, from = import.meta.dirname): Promise<string> {
  const path = join(from, `${script}.ts`);
  const one = made.get(path) ?? bundle(script, path);
  made.set(path, one);
  return one;
}

async function bundle(script: string, path: string): Promise<string> {
  const outDir = bundles();
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
      rolldownOptions: { input: { [script]: path }, external: ['better-sqlite3'] },
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
