import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import {
  beforeFirstPaint,
  nothingAhead,
  OF_ANOTHER_LANGUAGE,
  OTHERS,
  partsOfLanguages,
  precompressed,
  versionOfWords,
  wordsOfEachLanguage,
} from './vite.pages.ts';

const VERSION = versionOfWords();
const wordsOf = (language: string): string => `assets/${language}-${VERSION}.js`;

/** The page of a fleet, which the hub serves at /: a bundle of its own, so that a station carries nothing of it. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/renderer/fleet'),
  base: '/',
  publicDir: false,
  plugins: [
    beforeFirstPaint('/', (names) => partsOfLanguages('/', OTHERS, `/${wordsOf('*')}`, names)),
    wordsOfEachLanguage(OTHERS, (language) => `locales/made/fleet/${language}.ts`, wordsOf),
    precompressed(),
    nothingAhead(),
    preact({ devToolsEnabled: false, prefreshEnabled: false }),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/fleet'),
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'page', tags: ['$initial'], test: (id) => !OF_ANOTHER_LANGUAGE.test(id) }] },
      },
    },
  },
});
