import { stringify } from 'yaml';
import { settingWords } from '../src/config/describe.ts';
import { configSchema, type SchemaNode } from '../src/config/schema.ts';

const range = (node: SchemaNode): string => {
  const plain = node.anyOf?.find((choice) => choice.type !== 'null') ?? node;
  const bounded = plain.minimum !== undefined && plain.maximum !== undefined && plain.maximum < Number.MAX_SAFE_INTEGER;
  if (bounded && plain.type !== 'string') return ` (${plain.minimum} to ${plain.maximum})`;
  return node.enum ? ` (${node.enum.join(', ')})` : '';
};

const settingLines = (section: SchemaNode, name: string, indent: string): string[] =>
  Object.entries(section.properties ?? {}).flatMap(([key, node]) => {
    const { title, help } = settingWords(`${name}.${key}`);
    return node.properties
      ? [`${indent}# ${title}`, `${indent}${key}:`, ...settingLines(node, `${name}.${key}`, `${indent}  `)]
      : [`${indent}# ${help}${range(node)}`, `${indent}${key}: ${stringify(node.default ?? null).trim()}`];
  });

/** The whole of the settings, each at its default, with what it means and how far it may go. */
export function configExample(): string {
  const lines = [
    '# Every setting of Weatherglass at its default. Copy what you change to config.yaml in the config folder',
    '# (~/.config/weatherglass), or name a file with --config. Environment variables override the file:',
    '# WEATHERGLASS_SITE__ALTITUDE_M=42. Made by "npm run config:example"; do not edit.',
  ];
  for (const [name, section] of Object.entries(configSchema().properties ?? {})) {
    lines.push('', `# ${settingWords(name).title}`, `${name}:`, ...settingLines(section, name, '  '));
  }
  return `${lines.join('\n')}\n`;
}
