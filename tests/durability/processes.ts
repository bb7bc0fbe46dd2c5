import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';

/** Bundles a script as the product is bundled: a process then starts in a tenth of a second, and two hundred in a minute. */
export async function bundled(script: string): Promise<string> {
  const root = join(import.meta.dirname, '../..');
  const outDir = join(root, 'dist/test');
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

export const spawnNode = (script: string, args: string[]) =>
  spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
