import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverage, sentences } from '../../scripts/spec-coverage.mjs';
import { sentencesOf } from './spec-sentences.ts';

const root = join(import.meta.dirname, '..', '..');

describe('the table of rules and tests', () => {
  const { missing, lost, text } = coverage();

  it('has a test for every rule of the specification', () => {
    expect(missing).toEqual([]);
  });

  it('names no test and no rule that does not exist', () => {
    expect(lost).toEqual([]);
  });

  const specification = join(root, '..', 'shared', 'spec.md');
  const here = existsSync(specification);
  if (!here) console.warn(`SKIPPED: no specification at ${specification}, so its sentences were not counted anew`);
  it.skipIf(!here)('has every sentence of the specification, word for word', () => {
    const listed = sentences().map(({ id, text }) => ({ id, text }));
    expect(listed).toEqual(sentencesOf(readFileSync(specification, 'utf8')));
  });

  it('calls eight sentences what nobody outside can see, and says why', () => {
    const unseen = sentences().filter(({ outside }) => outside !== undefined);
    expect(unseen.map(({ id }) => id)).toEqual(['0-1', '1-1', '2.13-7', '2.14-1', '3-1', '3-4', '3-5', '8-13']);
  });

  it('is current', () => {
    expect(text, 'run "node scripts/spec-coverage.mjs"').toBe(
      readFileSync(join(root, 'docs', 'evidence', 'spec-coverage.md'), 'utf8'),
    );
  });
});

describe('what is vendored for browsers', () => {
  it('[8.14] stays below 1.4 MB', () => {
    const folder = join(root, 'static');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      statSync(join(folder, name)),
    );
    const bytes = files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(1_400_000);
  });
});
