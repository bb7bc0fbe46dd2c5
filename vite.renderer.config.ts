import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';

const WORTH_IT_BYTES = 512;
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

const source = (name: string): string => readFileSync(join(import.meta.dirname, 'src/renderer', name), 'utf8');

/** What each view but the first is made of, as data of the script that comes before everything else (early.js). */
function partsOfViews(names: readonly string[]): Record<string, string> {
  const built = (pattern: RegExp) => names.filter((name) => pattern.test(name)).map((name) => `/static/${name}`);
  const common = built(/assets\/(?:shared-.*\.js|views-.*\.css)$/);
  const views = built(/assets\/(?:forecast|history|models|nerd|methods)-[^/]*\.js$/);
  if (common.length !== 2 || views.length !== 5) throw new Error(`not the parts of the views: ${names.join(' ')}`);
  return Object.fromEntries(
    views.map((path) => [`data-${/assets\/([a-z]+)-/.exec(path)![1]}`, [path, ...common].join(' ')]),
  );
}

/** A script of its own before everything else, since the page's policy allows none inside it and modules come too late. */
const beforeFirstPaint = (): Plugin => {
  let reference = '';
  return {
    name: 'before-first-paint',
    apply: 'build',
    buildStart() {
      reference = this.emitFile({ type: 'asset', name: 'early.js', source: source('early.js') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const names = Object.keys(bundle ?? {});
        const early = names.find((name) => /assets\/early-.*\.js$/.test(name));
        if (!early) throw new Error(`early.js is not in the bundle (${reference})`);
        return [
          { tag: 'script', attrs: { src: `/static/${early}`, ...partsOfViews(names) }, injectTo: 'head-prepend' },
        ];
      },
    },
  };
};

/** What keeps the page for a while without the station, with the list of everything that was built. */
const offlineShell = (): Plugin => ({
  name: 'offline-shell',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !name.endsWith('.map'));
      const files = ['/', ...built.map((name) => `/static/${name}`)];
      const build = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const text = source('offline.js').replace('__BUILD__', build).replace('__FILES__', JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'assets/offline.js', source: text });
    },
  },
});

/** A view is one file and fetches its styles itself (view-styles.ts): what the bundler would load ahead of it weighs more than it helps. */
const nothingAhead = (): Plugin => ({
  name: 'nothing-ahead',
  enforce: 'post',
  transform: {
    filter: { id: /preload-helper/ },
    handler: () => ({ code: 'export const __vitePreload = (load) => load();', map: null }),
  },
});

/** The dashboard: one page, split by view. Icons are served from static/ by our own server, never inlined. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/renderer'),
  base: '/static/', // spec 9: every path but / is below /api or /static
  publicDir: false,
  plugins: [
    beforeFirstPaint(),
    offlineShell(),
    precompressed(),
    nothingAhead(),
    preact({ devToolsEnabled: false, prefreshEnabled: false }),
  ],
  build: {
    outDir: '../../dist/renderer',
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      output: {
        // Every file costs half a kilobyte of heads: the page with its first view is one, what the others share another.
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2, test: /\.tsx?$/ },
          ],
        },
      },
    },
  },
});
