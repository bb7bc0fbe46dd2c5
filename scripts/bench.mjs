// npm run bench -- NAME [arguments]: bundles bench/NAME.ts as the product is bundled and runs it in this process.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { build } from 'vite';
import { buildStale } from './build.mjs';
import { root } from './root.mjs';

const [name, ...rest] = process.argv.slice(2);
const known = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts') && !file.startsWith('_'));
if (!known.includes(`${name}.ts`)) {
  process.stderr.write(
    `usage: npm run bench -- NAME [arguments]; names: ${known.map((f) => f.slice(0, -3)).join(' ')}\n`,
  );
  process.exit(1);
}
await buildStale();
await build({
  configFile: join(root, 'vite.node.config.ts'),
  logLevel: 'error',
  ssr: { external: ['playwright-core'] },
  build: {
    outDir: `dist/bench/${name}`,
    rolldownOptions: { input: { [name]: join(root, 'bench', `${name}.ts`) }, external: ['playwright-core'] },
  },
});
// As bin/weatherglass.mjs runs the product.
setFlagsFromString('--max-semi-space-size=1');
setFlagsFromString('--semi-space-growth-factor=1');
if (!['forecast', 'rain'].includes(name)) setFlagsFromString('--optimize-for-size');
process.argv.splice(1, process.argv.length, join(root, 'bench', `${name}.ts`), ...rest);
await import(pathToFileURL(join(root, 'dist', 'bench', name, `${name}.js`)).href);
