import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );

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
    const html = readFileSync(join(root, 'src/renderer/index.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });
  it('names no other host anywhere in its source', () => {
    const sources = files(join(root, 'src/renderer')).filter((file) => /\.(tsx?|css|html)$/.test(file));
    expect(sources.length).toBeGreaterThan(40);
    for (const file of sources)
      expect(readFileSync(file, 'utf8').replaceAll('http://www.w3.org', ''), file).not.toMatch(/https?:\/\//);
  });
  it('is built: its first view is light, and so is all of it', async () => {
    const built = join(root, 'dist/renderer');
    if (!existsSync(join(built, 'index.html'))) {
      console.warn('SKIPPED: dist/renderer is not built');
      return;
    }
    const { gzipSync } = await import('node:zlib');
    const scripts = files(join(built, 'assets')).filter((file) => file.endsWith('.js'));
    const weight = (file: string): number => gzipSync(readFileSync(file)).length;
    const first = scripts.filter((file) =>
      /\/(index|now|jsxRuntime|hooks|signals|station|api|preload)[^/]*\.js$/.test(file),
    );
    for (const file of scripts) expect(readFileSync(file, 'utf8'), file).not.toMatch(/\bZod\w*|invalid_type|_zod\b/);
    expect(scripts.reduce((sum, file) => sum + weight(file), 0)).toBeLessThan(120 * 1024);
    expect(first.reduce((sum, file) => sum + weight(file), 0)).toBeLessThan(60 * 1024);
  });
});
