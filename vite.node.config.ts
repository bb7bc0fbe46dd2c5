import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import { makeLocales } from './scripts/locales.ts';
import { oneByte } from './scripts/one-byte.ts';

makeLocales();

/**
 * The command line program, the Electron main process and the thread for heavy work, as three entries that share their chunks.
 * Everything but the native modules and Electron itself is bundled: the packaged app then needs no node_modules tree, and a start
 * reads two files.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  // Express reads no bodies here (`server/gate/body.ts` does), and its reader brings half a megabyte of tables of old encodings.
  plugins: [
    {
      name: 'without-body-parser',
      enforce: 'pre',
      resolveId: (id) => (id === 'body-parser' ? '\0body-parser' : null),
      load: (id) => (id === '\0body-parser' ? 'export {};' : null),
    },
    {
      name: 'one-byte',
      generateBundle: (_, files) => {
        for (const file of Object.values(files)) if (file.type === 'chunk') file.code = oneByte(file.code);
      },
    },
  ],
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/main',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { cli: 'src/main/cli.ts', electron: 'src/main/index.ts', heavy: 'src/main/heavy.ts' },
      external: ['electron', 'better-sqlite3', 'i2c-bus', ...builtinModules, /^node:/],
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // A fifth of the text, which stays in memory; licences stay in it.
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  ssr: { noExternal: true, external: ['electron', 'better-sqlite3', 'i2c-bus'], target: 'node' },
});
