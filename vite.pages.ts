import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { minifySync, type Plugin } from 'vite';
import { makeLocales } from './scripts/locales.ts';
import { LANGUAGES } from './src/base/languages.ts';

makeLocales();

/** What the pages of a station and of a fleet are both built with. */
const RENDERER = join(import.meta.dirname, 'src/renderer');
const WORTH_IT_BYTES = 512;
/** What the page itself is made of: Zopfli takes some seconds for it, and would take many for the towns. */
const PARTS = /\.(?:js|css)$/;
const COMPRESSED_ALREADY = /\.(?:woff2|png|br|gz|map)$/;

/**
 * Beside every text of some size the same, compressed as far as it goes: no station ever spends time on it. Browsers take brotli over
 * TLS alone; on a LAN it is gzip, which Zopfli writes 4 % smaller than zlib does.
 */
export const precompressed = (): Plugin => ({
  name: 'precompressed',
  async writeBundle({ dir = '' }) {
    // Read here, where the bundle is whole: it prints its own source, 30 KB in one line, under every error that nobody catches.
    const { gzipAsync } = await import('@gfx/zopfli');
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      const path = join(dir, name);
      if (COMPRESSED_ALREADY.test(name) || !statSync(path).isFile() || statSync(path).size < WORTH_IT_BYTES) continue;
      const bytes = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      const gz = PARTS.test(path) ? await gzipAsync(bytes, { numiterations: 3 }) : gzipSync(bytes, { level: 9 });
      writeFileSync(`${path}.gz`, gz);
    }
  },
});

export const source = (name: string): string => readFileSync(join(RENDERER, name), 'utf8');

/** Scripts that the bundler does not touch are made small all the same. */
export const small = (name: string): string => minifySync(name, source(name), { module: false }).code;

/** A script of its own before everything else, since the page's policy allows none inside it and modules come too late. */
export const beforeFirstPaint = (
  base: string,
  attributes: (built: readonly string[]) => Record<string, string>,
): Plugin => {
  let reference = '';
  return {
    name: 'before-first-paint',
    apply: 'build',
    buildStart() {
      reference = this.emitFile({ type: 'asset', name: 'early.js', source: small('kit/early.js') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const names = Object.keys(bundle ?? {});
        const early = names.find((name) => /assets\/early-.*\.js$/.test(name));
        if (!early) throw new Error(`early.js is not in the bundle (${reference})`);
        return [
          { tag: 'script', attrs: { src: `${base}${early}`, ...attributes(names) }, injectTo: 'head-prepend' as const },
        ];
      },
    },
  };
};

/** Languages beside English, which is in the page. */
export const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const LOCALES = join(import.meta.dirname, 'src/locales');
/** Modules that hold the words of one language alone. */
export const OF_ANOTHER_LANGUAGE = /\/locales\/made\/(?:page|more|fleet)\/|\/texts\/ar[.a]/;

/** One name for the words of all languages, so that a page need not spell out nine: it changes with any of them. */
export const versionOfWords = (): string => {
  const hash = createHash('sha256');
  const own = [...readdirSync(LOCALES).filter((name) => !name.startsWith('made')), '../renderer/kit/texts/arabic.css'];
  for (const name of own.sort()) hash.update(readFileSync(join(LOCALES, name)));
  hash.update(readFileSync(join(import.meta.dirname, 'package-lock.json')));
  return hash.digest('hex').slice(0, 8);
};

/** Where the words of another language lie, and the letters most of them need. English is in the page. */
export function partsOfLanguages(
  base: string,
  languages: readonly string[],
  words: string,
  names: readonly string[],
): Record<string, string> {
  const letters = names.find((name) => /assets\/inter-latin-.*\.woff2$/.test(name));
  if (!letters) throw new Error('the letters of other languages are not in the bundle');
  return { 'data-languages': languages.join(' '), 'data-words': words, 'data-letters': `${base}${letters}` };
}

/** A file of words for each language but English, fetched by its readers before the page or a view is made (texts/in-language.ts). */
export const wordsOfEachLanguage = (
  languages: readonly string[],
  moduleOf: (language: string) => string,
  fileOf: (language: string) => string,
): Plugin => ({
  name: 'words-of-each-language',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const name of languages) {
      const words = bundle[fileOf(name)];
      if (words?.type !== 'chunk' || words.imports.length > 0)
        throw new Error(`the words of ${name} take something from the page, which waits for them`);
    }
  },
  buildStart() {
    for (const name of languages) {
      this.emitFile({
        type: 'chunk',
        id: join(import.meta.dirname, 'src', moduleOf(name)),
        fileName: fileOf(name),
        preserveSignature: 'strict',
      });
    }
  },
});

const MARK = '__VITE_PRELOAD__';
const MARKED = new RegExp(String.raw`__vitePreload\(\(\) => (import\([^)]*\)),\s*${MARK}\)`, 'g');

/** Only what a page needs at once is loaded with it: what the bundler would load ahead weighs more than it helps. */
export const nothingAhead = (): Plugin => ({
  name: 'nothing-ahead',
  enforce: 'post',
  transform: {
    filter: { id: /preload-helper/ },
    handler: () => ({ code: 'export const __vitePreload = (load) => load();', map: null }),
  },
  // Nor is each part told what would be.
  renderChunk: (code) => (code.includes(MARK) ? { code: code.replaceAll(MARKED, '$1'), map: null } : null),
});

const HANDS_ON = /^export\{(?<names>[^}]*)\}from"(?<file>[^"]+)";\s*$/;

/**
 * Façade files of dynamic imports, left out: for a module that lies in a group the bundler writes a file that only hands on what the group's
 * file holds. Each is a request and fifty bytes; what is imported late asks the group's file itself.
 */
export const noFacades = (): Plugin => ({
  name: 'no-facades',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      for (const facade of chunks) {
        const { names, file } = HANDS_ON.exec(facade.code)?.groups ?? {};
        if (names === undefined) continue;
        const asked = `import(\`./${basename(facade.fileName)}\`)`;
        const askers = chunks.filter(({ code }) => code.includes(asked));
        if (askers.length === 0) throw new Error(`nobody asks for ${facade.fileName} by ${asked}`);
        const fields = names.replaceAll(/(\w+) as (\w+)/g, '$2:e.$1');
        for (const asker of askers)
          asker.code = asker.code.replaceAll(asked, `import(\`${file}\`).then(e=>({${fields}}))`);
        delete bundle[facade.fileName];
      }
    },
  },
});
