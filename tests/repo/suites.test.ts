import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const quoted = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, path]) => path!);
const empty = (patterns: string[]): string[] => patterns.filter((path) => globSync(path, { cwd: ROOT }).length === 0);

it('suites are made of files that exist: one that has moved would fall into another suite, or out of its place in the order', () => {
  const lists = quoted('vitest.config.ts', /'(tests\/[^']+\.tsx?)'/g);
  // Each word in braces is a list of its own: one that matches hides another that does not.
  const patterns = lists.flatMap((list) => {
    const [, before = list, words = '', after = ''] = /^(.*?)\{([^{}]+)\}(.*)$/.exec(list) ?? [];
    return words ? words.split(',').map((word) => before + word + after) : [before];
  });
  expect(patterns.length).toBeGreaterThan(20);
  expect(empty(patterns)).toEqual([]);
  const order = quoted('tests/support/longest-first.ts', /^ {2}'([\w/-]+)',$/gm);
  expect(order.length).toBeGreaterThan(30);
  expect(empty(order.map((file) => `tests/${file}.test.ts`))).toEqual([]);
});

it('every test file is in a suite: one that is in none is never played, and nobody hears of it', () => {
  const patterns = quoted('vitest.config.ts', /'(tests\/[^']*\.test\.[^']+)'/g);
  const played = new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })));
  const all = globSync('tests/**/*.test.{ts,tsx}', { cwd: ROOT, exclude: ['**/node_modules/**'] });
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter((file) => !played.has(file))).toEqual([]);
});
