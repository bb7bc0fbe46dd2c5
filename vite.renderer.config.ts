import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

/** The dashboard: one page, split by view. Fonts and icons are served from static/ by our own server, never inlined. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/renderer'),
  base: '/',
  publicDir: false,
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  build: {
    outDir: '../../dist/renderer',
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
