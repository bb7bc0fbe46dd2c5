import { isMap, isNode, type Node, parseDocument, visit } from 'yaml';
import { readYaml, YamlFault } from '../../base/yaml.ts';
import { nodeWith } from './node-with.ts';

/**
 * The text of a settings file with other values in it. Comments, order, and whatever else stands there stay: the document is
 * edited, and not made anew from what was understood of it. Null where a value has a name (`&name`) that others go by: they
 * would change with it.
 */
export function withChanges(text: string, changes: ReadonlyMap<string, unknown>): string | null {
  const document = parseDocument(text);
  if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
  for (const [key, value] of changes) {
    const way = key.split('.');
    for (let depth = 1; depth < way.length; depth++) {
      const section = way.slice(0, depth);
      if (!isMap(document.getIn(section))) document.setIn(section, document.createNode({})); // `site:` with nothing under it
    }
    const node = document.getIn(way, true);
    if (isNamed(node)) return null;
    document.setIn(way, nodeWith(document, node, value));
  }
  const changed = document.toString({ lineWidth: 0 });
  return text.includes('\r\n') ? changed.replaceAll('\n', '\r\n') : changed;
}

function isNamed(node: unknown): boolean {
  let named = false;
  const look = (_key: unknown, { anchor }: Node & { anchor?: string | undefined }) => {
    named ||= anchor !== undefined;
  };
  if (isNode(node)) visit(node, { Scalar: look, Collection: look });
  return named;
}

/** Parses the text; null if it is not YAML with sections, or has aliases (`*name`) where those are not `allowed`. */
export function readBack(text: string, aliases: 'allowed' | 'refused' = 'allowed'): Record<string, unknown> | null {
  try {
    const raw = readYaml(text, aliases === 'refused' ? { maxAliasCount: 0 } : {}) ?? {};
    return typeof raw === 'object' && !Array.isArray(raw) ? (raw as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof YamlFault) return null;
    throw error;
  }
}

/** `section.key` or `section.part.key` in raw or understood settings. */
export const settingIn = (raw: object, key: string): unknown => {
  let node: unknown = raw;
  for (const name of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Record<string, unknown>)[name];
  }
  return node;
};
