import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/base/languages.ts';

const root = join(import.meta.dirname, '..', '..');
const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );

/** Addresses that tell an owner what to write into a setting; nothing asks there. */
const EXAMPLES = ['http://panel.local:3000', 'http://nas:8086/write?db=weather', 'https://hub.example.org'];

describe('what is vendored under static/', () => {
  const all = files(join(root, 'static'));
  it('weighs no more than 1.4 MB', () => {
    expect(all.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(1.4e6);
  });
  it('has its licence beside it', () => {
    for (const folder of new Set(all.map((file) => join(file, '..')))) {
      expect(
        readdirSync(folder).some((name) => /OFL|LICENSE/.test(name)),
        folder,
      ).toBe(true);
    }
  });
});

describe('the page', () => {
  it('has no script or style in its own text, which the CSP would refuse', () => {
    const html = readFileSync(join(root, 'src/renderer/dashboard/index.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });
  it('names no other host in its source but in the examples of its help', () => {
    const sources = files(join(root, 'src/renderer')).filter((file) => /\.(tsx?|css|html)$/.test(file));
    expect(sources.length).toBeGreaterThan(40);
    for (const file of sources) {
      const code = readFileSync(file, 'utf8').replaceAll('http://www.w3.org', '');
      const rest = file.includes('/texts/') ? EXAMPLES.reduce((text, name) => text.replaceAll(name, ''), code) : code;
      expect(rest.match(/https?:\/\/\S*/g), file).toBeNull();
    }
  });
  it('is built: its first view is light, and so is all that one reader can load', async () => {
    const built = join(root, 'dist/renderer');
    if (!existsSync(join(built, 'index.html'))) {
      console.warn('SKIPPED: dist/renderer is not built');
      return;
    }
    const scripts = files(join(built, 'assets')).filter((file) => file.endsWith('.js'));
    const packed = (file: string): number => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
    const weight = (some: string[]): number => some.reduce((sum, file) => sum + packed(file), 0);
    for (const file of scripts) {
      const code = readFileSync(file, 'utf8');
      expect(code, file).not.toMatch(/\bZod[A-Z]\w*|invalid_type|_zod\b/);
      expect(code, `${basename(file)} only hands on what another file holds`).not.toMatch(/^export\{[^}]*\}from/);
      for (const [, asked = ''] of code.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g))
        expect(existsSync(join(built, 'assets', asked)), `${basename(file)} asks for ${asked}`).toBe(true);
    }
    const html = readFileSync(join(built, 'index.html'), 'utf8');
    const first = scripts.filter((file) => html.includes(` src="/static/assets/${basename(file)}"`));
    expect(first.length).toBe(2);
    // Words of the second file, read before it has come, stay English: no script that other views load may hold them.
    const early = scripts.filter((file) => /^(?:page|shared|history|forecast|dialogs)-/.test(basename(file)));
    const english = JSON.parse(readFileSync(join(root, 'src/locales/en.json'), 'utf8')) as Record<string, string>;
    for (const area of ['alarm-bar', 'alarms', 'bring', 'outdoors', 'sensor-sheet', 'sensors']) {
      const own = Object.entries(english).filter(([key, text]) => key.startsWith(`${area}.`) && !/[{'’"]/.test(text));
      const [, marker = ''] = own.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
      expect(marker.length, area).toBeGreaterThan(5);
      expect(
        early.filter((file) => readFileSync(file, 'utf8').includes(marker)).map((file) => basename(file)),
        marker,
      ).toEqual([]);
    }
    // A reader has English with the page, or fetches the words of one other language.
    const words = scripts.filter((file) => LANGUAGES.some((language) => basename(file).startsWith(`${language}-`)));
    const more = words.filter((file) => file.endsWith('-more.js'));
    expect([words.length, more.length]).toEqual([2 * (LANGUAGES.length - 1), LANGUAGES.length - 1]);
    const heaviest = (some: string[]): number => Math.max(...some.map((file) => weight([file])));
    const most = heaviest(words.filter((file) => !more.includes(file)));
    expect(weight(first)).toBeLessThan(34 * 1024);
    expect(most).toBeLessThan(20 * 1024);
    // What settings are called comes with the first view that shows some.
    expect(heaviest(more)).toBeLessThan(12 * 1024);
    // The hands and the distance layout of the wall come with its words over its own loopback; no browser needs them.
    const wall = scripts.filter((file) => basename(file).startsWith('kiosk-hands-'));
    expect(wall.length).toBe(1);
    expect(weight(wall)).toBeLessThan(5 * 1024);
    // 23 KB of it are Alarms with its bar, Sensors with its sheets, import and export, and what a bought station adds to Now: they load when asked for.
    expect(weight(scripts.filter((file) => !words.includes(file) && !wall.includes(file)))).toBeLessThan(137 * 1024);
  });
});
