import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsOf } from './texts-of.ts';

const TEXTS = textsOf('refusals');

const SRC = join(import.meta.dirname, '../../src');

/** Refusals of programs that are not a browser: what they did wrong stands in the source, and they read English. */
const FOR_PROGRAMS = [
  'Method Not Allowed',
  'the body must be plain JSON, not compressed',
  'the body is larger than {1} KiB',
  'the request broke off',
  'the body must be application/json',
  'what is here has changed',
  'the header {1} is given twice',
];

/** The words of every refusal that begins here. */
function refusedIn(source: string): string[] {
  const pattern =
    /(?:new ApiError\(\s*\d{3},\s*|\binvalid\(\s*|\bnotFound\(\s*|\berror:\s*)(?:'((?:[^'\\\n]|\\.)*)'|`([^`]*)`)/g;
  return [...source.matchAll(pattern)].map(([, plain, template]) => {
    let n = 0;
    return plain?.replaceAll("\\'", "'") ?? template!.replaceAll(/\$\{[^}]*\}/g, () => `{${++n}}`);
  });
}

describe('a refusal', () => {
  it('stands in the list that is translated, unless only a program could read it', () => {
    const files = ['server', 'station', 'main/settings-file'].flatMap((folder) =>
      readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !/config|describe|openapi/.test(name))
        .map((name) => join(SRC, folder, name)),
    );
    const known = new Set<string>([...TEXTS, ...FOR_PROGRAMS]);
    const missing = files.flatMap((file) => refusedIn(readFileSync(file, 'utf8'))).filter((text) => !known.has(text));
    expect(missing).toEqual([]);
  });

  it('is found in the sources at all', () => {
    const hole = '$'.concat('{id}');
    expect(refusedIn(`throw notFound(\`unknown label ${hole}\`); new ApiError(401, 'wrong PIN')`)).toEqual([
      'unknown label {1}',
      'wrong PIN',
    ]);
  });
});
