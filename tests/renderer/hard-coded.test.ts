import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const RENDERER = join(import.meta.dirname, '../../src/renderer');
const views = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));

/** Attributes that are read out or shown. */
const SPOKEN = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
  'caption',
  'head',
]);
/** Names of units, of formulas and of the product are the same everywhere, and so are an address and what is typed into a terminal. */
const SAME_EVERYWHERE = /^(?:hPa|K|lx|Weatherglass|CSV|abc:?|http:\/\/[a-z.]+:\d+|sudo weatherglass rollback)$/;

interface Node {
  type: string;
  [key: string]: unknown;
}
const tagOf = ({ openingElement }: Node): unknown => ((openingElement as Node)['name'] as Node)['name'];
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Texts that stand in a view itself: between tags, in what is read out, and as a word of an expression between tags. */
function wordsOf(code: string): string[] {
  const found: string[] = [];
  const note = (text: unknown): void => {
    const words = String(text).trim();
    if (/\p{L}{2}/u.test(words) && !SAME_EVERYWHERE.test(words)) found.push(words);
  };
  const textOf = (node: Node | null | undefined): void => {
    if (!node) return;
    if (node.type === 'Literal' && typeof node['value'] === 'string') note(node['value']);
    if (node.type === 'TemplateLiteral')
      for (const { value } of node['quasis'] as Array<{ value: { cooked: string } }>) note(value.cooked);
    if (node.type === 'ConditionalExpression') {
      textOf(node['consequent'] as Node);
      textOf(node['alternate'] as Node);
    }
    if (node.type === 'LogicalExpression') textOf(node['right'] as Node);
  };
  const walk = (node: Node, isChild: boolean): void => {
    // What is typed into a terminal is the same in every language.
    if (node.type === 'JSXElement' && tagOf(node) === 'code') return;
    if (node.type === 'JSXText') note(node['value']);
    if (node.type === 'JSXAttribute') {
      const { name } = node['name'] as { name: string };
      const value = node['value'] as Node | null;
      if (SPOKEN.has(name)) textOf(value?.type === 'JSXExpressionContainer' ? (value['expression'] as Node) : value);
    }
    if (node.type === 'JSXExpressionContainer' && isChild) textOf(node['expression'] as Node);
    if (node.type === 'Property' && SPOKEN.has(String((node['key'] as Node)['name']))) textOf(node['value'] as Node);
    for (const [key, value] of Object.entries(node)) {
      for (const below of Array.isArray(value) ? value : [value]) if (isNode(below)) walk(below, key === 'children');
    }
  };
  walk(parseSync('view.tsx', code).program as unknown as Node, false);
  return found;
}

describe('a view', () => {
  it.each(views)('%s has no words of its own', (file) => {
    expect(wordsOf(readFileSync(join(RENDERER, file), 'utf8'))).toEqual([]);
  });

  it('with words of its own would be found', () => {
    const code = `export const A = ({ on }) => <p title="Two" aria-label={\`Three \${on}\`} class="not-this">One{on ? 'Four' : 'Five'}{'°C'}{on && 'Six'}<code>sudo this</code></p>;
      export const columns = [{ head: 'Seven', key: 'nor-this' }];`;
    expect(wordsOf(code).sort()).toEqual(['Five', 'Four', 'One', 'Seven', 'Six', 'Three', 'Two']);
  });
});

/** Files that write what people never read: YAML, and the lines of an error. */
const NO_SENTENCES = ['dashboard/first-run/save-answers.ts', 'fleet/map/coast.ts'];

/** Texts of a template that join a label and what it is of: `${label}: ${text}`. */
function joinedIn(code: string): string[] {
  const found: string[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'TemplateLiteral')
      for (const { value } of node['quasis'] as Array<{ value: { cooked: string } }>)
        if (/^\s*:\s|:\s$/.test(value.cooked)) found.push(value.cooked);
    for (const below of Object.values(node).flat()) if (isNode(below)) walk(below);
  };
  walk(parseSync('view.tsx', code).program as unknown as Node);
  return found;
}

describe('a colon between a label and a text', () => {
  const scripts = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  it.each(scripts.filter((file) => !NO_SENTENCES.includes(file)))('is a message of the language in %s', (file) => {
    expect(joinedIn(readFileSync(join(RENDERER, file), 'utf8'))).toEqual([]);
  });

  it('would be found', () => {
    expect(
      joinedIn('const a = [`$B: $C`, B ? `: $C` : "", `abc: $B`, `$A:$B`]'.replaceAll(/\$(\w)/g, '$${$1}')),
    ).toEqual([': ', ': ', 'abc: ']);
  });
});
