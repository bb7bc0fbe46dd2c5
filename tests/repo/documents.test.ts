import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { configSchema } from '../../src/station/config-problems.ts';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'))
    .filter((f) => f.endsWith('.md'))
    .map((f) => `docs/${f}`),
];

describe('the documents', () => {
  it('name every route of the API', () => {
    const readme = text('README.md');
    const missing = Object.values(endpoints)
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/api/') && !readme.includes(path));
    expect(missing).toEqual([]);
  });

  it('name every setting in config.example.yaml', () => {
    const example = text('config.example.yaml');
    const missing = Object.entries(configSchema().properties ?? {}).flatMap(([section, node]) =>
      Object.keys(node.properties ?? {})
        .filter((key) => !new RegExp(`^${section}:[^]*?^  ${key}:`, 'm').test(example))
        .map((key) => `${section}.${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('name every command of the program', () => {
    const commands = [...text('src/main/cli.ts').matchAll(/^ {2}(\w+): \{$/gm)].map((match) => match[1]!);
    expect(commands.length).toBeGreaterThan(6);
    const readme = text('README.md');
    expect(commands.filter((command) => !readme.includes(`\`${command}`))).toEqual([]);
  });

  it.each(documents)('%s links to nothing that is not there', (document) => {
    const links = [...text(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
  });

  it('name only modules that exist', () => {
    const modules = [
      ...text('docs/methods.md').matchAll(
        /`((?:sensors|attitude|compensation|filters|forecast|monitor)\/[\w/-]+\.ts)`/g,
      ),
    ].map((m) => m[1]!);
    expect(modules.length).toBeGreaterThan(10);
    expect(modules.filter((module) => !existsSync(join(root, 'src/station', module)))).toEqual([]);
  });
});
