import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';

const WORTH_IT_BYTES = 1024;
const COMPRESSED_ALREADY = /\.(?:woff2|png|br|gz|map)$/;

/** Beside every text of some size the same, compressed as far as it goes: no station ever spends time on it. */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      const path = join(dir, name);
      if (COMPRESSED_ALREADY.test(name) || !statSync(path).isFile() || statSync(path).size < WORTH_IT_BYTES) continue;
      const bytes = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

/** The dashboard: one page, split by view. Icons are served from static/ by our own server, never inlined. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/renderer'),
  base: '/static/', // spec 9: every path but / is below /api or /static
  publicDir: false,
  plugins: [precompressed(), preact({ devToolsEnabled: false, prefreshEnabled: false })],
  build: {
    outDir: '../../dist/renderer',
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
