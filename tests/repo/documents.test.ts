import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settingNodes } from '../../src/config/schema.ts';
import { endpoints } from '../../src/contract/endpoints.ts';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((f) => f.endsWith('.md'))
    .map((f) => `docs/${f}`),
];

const files = ['src', 'tests', 'bench', 'scripts', 'bin', 'deploy'].flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
);

describe('the documents', () => {
  it('README fits on two screens: who wants more follows a link', () => {
    expect(text('README.md').split('\n').length).toBeLessThanOrEqual(121);
  });

  it('name every route of the API', () => {
    const api = text('docs/develop/api.md');
    const missing = Object.values(endpoints)
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/api/') && !api.includes(path));
    expect(missing).toEqual([]);
  });

  it('name every setting in config.example.yaml', () => {
    const example = text('config.example.yaml');
    const raw: unknown = parse(example);
    const has = (way: string[]) =>
      way.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], raw) !== undefined;
    const missing = settingNodes().flatMap(([way]) => (has(way) ? [] : [way.join('.')]));
    expect(missing).toEqual([]);
  });

  it('name every command of the program', () => {
    const commands = [...text('src/main/cli.ts').matchAll(/^ {2}(\w+): \{$/gm)].map((match) => match[1]!);
    expect(commands.length).toBeGreaterThan(6);
    const named = text('docs/use/commands.md');
    expect(commands.filter((command) => !named.includes(`\`${command}`))).toEqual([]);
  });

  it.each(['README.md', 'CONTRIBUTING.md'])('%s names only npm scripts that exist', (document) => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    const named = [...text(document).matchAll(/\bnpm (?:run (?:-s )?([\w:]+)|(test|start)\b)/g)].map(
      (m) => m[1] ?? m[2]!,
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('CONTRIBUTING fits on one page, and every file and folder it names is there', () => {
    const page = text('CONTRIBUTING.md');
    expect(page.split('\n').length).toBeLessThanOrEqual(61);
    const ours = /`((?:src|tests|scripts|docs|bin|bench|deploy|static|\.ci)\/[\w./-]+)`/g;
    const named = [...page.matchAll(ours)].map((match) => match[1]!);
    expect(named.length).toBeGreaterThan(10);
    const isThere = (path: string) => existsSync(join(root, path)) || existsSync(join(root, `${path}.ts`));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(documents)('%s links to nothing that is not there', (document) => {
    const links = [...text(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
  });

  it.each(documents)('%s names only files that exist', (document) => {
    // A path may begin anywhere: `jobs/queue.ts` is read beside the folder it is in. A word in capitals stands for any.
    const named = [...text(document).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|sh))`/g)].map((match) => match[1]!);
    const missing = named.filter(
      (path) => !/[A-Z]{2}/.test(path) && !files.some((file) => `/${file}`.endsWith(`/${path}`)),
    );
    expect(missing).toEqual([]);
  });
});
