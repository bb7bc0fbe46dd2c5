import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../src/renderer');

it('segments whose words come from a file of a language have an order of their own: a translator may sort that file', () => {
  const all = globSync('**/*.tsx', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/<Segments(?:Of)?\b.*?\/>/gs)].map(([tag]) => ({ file, tag })),
  );
  const worded = all.filter(({ tag }) => /choices=\{t\./.test(tag));
  expect(worded.length).toBeGreaterThan(4);
  expect(worded.filter(({ tag }) => !tag.includes('order=')).map(({ file }) => file)).toEqual([]);
});
