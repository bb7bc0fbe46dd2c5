import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverage, root } from '../../scripts/spec-coverage.mjs';

describe('the table of rules and tests', () => {
  const { missing, lost, text } = coverage();

  it('has a test for every rule of the specification', () => {
    expect(missing).toEqual([]);
  });

  it('names no test and no rule that does not exist', () => {
    expect(lost).toEqual([]);
  });

  it('is current', () => {
    expect(text, 'run "node scripts/spec-coverage.mjs"').toBe(
      readFileSync(join(root, 'docs', 'spec-coverage.md'), 'utf8'),
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
