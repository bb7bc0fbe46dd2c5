import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** An hour or a day in seconds or milliseconds; a key of a table (`3600: '1h'`) names a horizon and is none. */
const LENGTH = /(?<![\w.])(?:3_?600|86_?400)(?:_?000)?(?![\w.:])|\b60 \* 60\b/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
/** The horizons of the contract as literal types, and arc seconds. */
const OTHER_THINGS = /^export const HORIZONS_S = \[.*$|8\.794 \/ 3600/gm;

const hasLength = (text: string): boolean => LENGTH.test(text.replace(COMMENT, '').replace(OTHER_THINGS, ''));

it('hours and days have their lengths from durations.ts, but for migrations, which never change again', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && file !== 'base/durations.ts' && !/store\/sqlite\/migrations\/|locales\/made\//.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => hasLength(readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
});

it.each(['const DAY_S = 86_400;', 'x / 3600', 'sleep(2 * 3_600_000)', 'max-age=3600', 'days * 24 * 60 * 60'])(
  'and %s would be seen',
  (text) => expect(hasLength(text)).toBe(true),
);
