import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** Refusals of programs that are not a browser: what they did wrong stands in the source, and they read English. */
const FOR_PROGRAMS = [
  'Method Not Allowed',
  'the body must be plain JSON, not compressed',
  'the body is larger than {1} KiB',
  'the request broke off',
  'the request cannot be read',
  'the body must be application/json',
  'the body is not valid JSON',
  'what is here has changed',
  'the header {1} is given twice',
  'Internal Server Error (request {1})',
];

it('a refusal of the API is a sentence of the catalogues, unless only a program could read it', () => {
  const sources = ['http', 'server', 'config', 'main/settings-file'].flatMap((room) =>
    readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(SRC, room, name), 'utf8')),
  );
  const english = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:foreign\(|new ApiError\(\s*\w+,)\s*(?:'([^']*)'|`([^`]*)`)/g)].map(
      ([, plain, template]) => {
        let n = 0;
        return plain ?? template!.replaceAll(/\$\{[^}]*\}/g, () => `{${++n}}`);
      },
    ),
  );
  expect(english.filter((text) => !FOR_PROGRAMS.includes(text))).toEqual([]);
  expect(english.length).toBeGreaterThan(5);
});
