import { createHash } from 'node:crypto';
import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';
import { CHOICES } from './src/base/languages.ts';
import {
  beforeFirstPaint,
  noFacades,
  nothingAhead,
  OF_ANOTHER_LANGUAGE,
  OTHERS,
  partsOfLanguages,
  precompressed,
  small,
  versionOfWords,
  wordsOfEachLanguage,
} from './vite.pages.ts';

/** What each view but the first is made of, as data of the script that comes before everything else (early.js). */
function partsOfViews(names: readonly string[]): Record<string, string> {
  const built = (pattern: RegExp) => names.filter((name) => pattern.test(name)).map((name) => `/static/${name}`);
  const common = built(/assets\/(?:shared-.*\.js|views-.*\.css)$/);
  const views = built(/assets\/(?:forecast|history|alarms|sensors|models|nerd|methods|settings)-[^/]*\.js$/);
  if (common.length !== 2 || views.length !== 8) throw new Error(`not the parts of the views: ${names.join(' ')}`);
  return Object.fromEntries(
    views.map((path) => [`data-${/assets\/([a-z]+)-/.exec(path)![1]}`, [path, ...common].join(' ')]),
  );
}

/** Words of the second file, which must not be read before it is there; parts that most pages never open; a phone's camera: files of their own. */
const OF_SHEETS =
  /\/(?:(?:texts|en)\/(?:sensors|sensor-sheet|outdoors|alarms|alarm-bar)|dashboard\/sensors\/[a-z-]+|now\/outdoors|base\/qr|parts\/qr-picture)\.tsx?$/;

/** Sheets that wait for the second file of words, and dialogs that do not. */
const SHEETS =
  /\/(?:sensors\/(?:broker|sheet|topics-sheet|pick-row|all-values|corrections|measure-word|mapping)|now\/outdoors-sheet|history\/(?:others\/(?:others|offered)|flags\/flag-dialog|bring\/(?:bring-sheet|columns))|(?:texts|en)\/(?:sensor-sheet|bring))\.tsx?$/;
const DIALOGS = /\/(?:note-dialog|pin-dialog|station-sheet|goes-on|history\/export\/[a-z-]+)\.tsx?$/;
/** The wall's own part with its words, which no browser needs. */
const WALL = /\/(?:dashboard\/wall\/[a-z-]+|(?:texts|en)\/wall)\.tsx?$/;
const BEHIND_SETTINGS = /\/(?:dashboard|texts|en)\/(?:about|connections)[/.]/;

const WORDS_VERSION = versionOfWords();
const wordsOf = (language: string): string => `/static/assets/${language}-${WORDS_VERSION}.js`;
const moreWordsOf = (language: string): string => wordsOf(language).replace('.js', '-more.js');
const inBundle = (path: string): string => path.slice('/static/'.length);

/** The same page as the station serves it when it is set to a language: `index.de.html`. */
const pageOfEachLanguage = (): Plugin => ({
  name: 'page-of-each-language',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the page is not in the bundle');
      for (const language of CHOICES) {
        if (language === 'en') continue;
        const html = String(page.source).replace('<html lang="en">', `<html lang="${language}">`);
        this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source: html });
      }
    },
  },
});

/** What keeps the page for a while without the station, with the list of everything that was built. */
const offlineShell = (): Plugin => ({
  name: 'offline-shell',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      // All but the towns: half a megabyte for a question that is asked once.
      const isKept = (name: string) => name.startsWith('assets/') && !/\.map$|\/towns-/.test(name);
      const built = Object.keys(bundle).filter(isKept);
      const files = ['/', ...built.map((name) => `/static/${name}`)];
      const build = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const words = Object.fromEntries(
        OTHERS.map((language) => [language, [wordsOf(language), moreWordsOf(language)]]),
      );
      const ofAll = files.filter((file) => !Object.values(words).flat().includes(file));
      const text = small('dashboard/offline.js')
        .replace('__BUILD__', build)
        .replace('__FILES__', JSON.stringify(ofAll))
        .replace('__WORDS__', JSON.stringify(words));
      this.emitFile({ type: 'asset', fileName: 'assets/offline.js', source: text });
    },
  },
});

/** The dashboard: one page, split by view. Icons are served from static/ by our own server, never inlined. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/renderer/dashboard'),
  base: '/static/', // spec 9: every path but / is below /api or /static
  publicDir: false,
  plugins: [
    beforeFirstPaint('/static/', (names) => ({
      ...partsOfViews(names),
      ...partsOfLanguages('/static/', OTHERS, wordsOf('*'), names),
    })),
    wordsOfEachLanguage(
      OTHERS,
      (language) => (language === 'ar' ? 'renderer/kit/texts/ar.ts' : `locales/made/page/${language}.ts`),
      (language) => inBundle(wordsOf(language)),
    ),
    wordsOfEachLanguage(
      OTHERS,
      (language) => `locales/made/more/${language}.ts`,
      (language) => inBundle(moreWordsOf(language)),
    ),
    pageOfEachLanguage(),
    noFacades(),
    offlineShell(),
    precompressed(),
    nothingAhead(),
    preact({ devToolsEnabled: false, prefreshEnabled: false }),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/renderer'),
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      // A constant that another file reads is written there: each name between two files is told in both.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        // Every file costs half a kilobyte of heads: the page with its first view is one, what the others share another.
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], test: (id) => !OF_ANOTHER_LANGUAGE.test(id) },
            {
              name: 'shared',
              minShareCount: 2,
              test: (id) =>
                /\.tsx?$|sensor-sheet\.css\?url$/.test(id) &&
                ![OF_SHEETS, SHEETS, DIALOGS, BEHIND_SETTINGS, WALL].some((some) => some.test(id)),
            },
            // What Sensors shares with its sheets and with History's further sensors: apart from those, which most pages never open.
            { name: 'heard', minShareCount: 2, test: /\/(?:dashboard\/sensors\/[a-z-]+|(?:texts|en)\/sensors)\.tsx?$/ },
            // Parts that open over a view by a touch, and views that are seldom looked at: alone, each is packed worse by a fifth.
            { name: 'sheets', test: SHEETS },
            { name: 'dialogs', test: DIALOGS },
            { name: 'behind-settings', test: BEHIND_SETTINGS },
            { name: 'kiosk-hands', test: WALL },
          ],
        },
      },
    },
  },
});
