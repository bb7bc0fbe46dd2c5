// node scripts/fit-rain-prior.mjs [--write]: what the development records teach about rain, tried on each of them with a prior fitted on
// the others, and with --write as the table the station begins with. Deterministic; needs the records beside the repository.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { root } from './root.mjs';

const outDir = join(root, 'dist', 'fit-rain-prior');
await build({
  configFile: join(root, 'vite.node.config.ts'),
  logLevel: 'error',
  build: { outDir, rolldownOptions: { input: { main: join(root, 'scripts', 'rain-prior', 'main.ts') } } },
});
await import(pathToFileURL(join(outDir, 'main.js')).href);
