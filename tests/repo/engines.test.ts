import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beyondOurs } from '../../scripts/lock-engines.mjs';

const root = join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

it('engines: npm warns of no package and refuses none on a Node that ours allow (else: npm run lock:engines)', () => {
  expect(beyondOurs(lock)).toEqual([]);
});

it('engines: those that ask for more are found', () => {
  const packages = {
    '': { engines: { node: '^20.19.0 || >=24' } },
    'node_modules/new': { engines: { node: '>=22' } },
    'node_modules/old': { engines: { node: '>=10' } },
    'node_modules/any': {},
  };
  expect(beyondOurs({ packages })).toEqual(['node_modules/new']);
});

it('engines: the lock and package.json say the same, and npm holds to it', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(lock.packages[''].engines).toEqual(engines);
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^engine-strict=true$/m);
});

it('engines: other tools, which ask for a newer Node than npm runs on, are installed all the same', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(scripts.tools).toContain(' --no-engine-strict '); // npm hands its .npmrc on to the npm that it runs
});
