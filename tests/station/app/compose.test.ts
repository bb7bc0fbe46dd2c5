import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Constants of the composition root that an earlier line names: a closure that runs too early would throw a ReferenceError. */
function usedTooEarly(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '');
  const body = code.slice(code.indexOf('export function compose'));
  return [...body.matchAll(/^ {2}const (\{[^}]*\}|\w+)/gm)].flatMap(({ 1: declared = '', index }) =>
    [...declared.matchAll(/\w+/g)]
      .map(([name]) => name)
      .filter((name) => new RegExp(`(?<![.\\w])${name}\\b(?!\\??:)`).test(body.slice(0, index))),
  );
}

it('composition: every part is built of earlier ones, closures included', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../src/station/app/compose.ts'), 'utf8');
  expect(usedTooEarly(source)).toEqual([]);
});

it('composition: a closure over a later part would be seen', () => {
  const late =
    'export function compose() {\n  const report = () => late.hear();\n  const late = new Late(report);\n}\n';
  expect(usedTooEarly(late)).toEqual(['late']);
});
