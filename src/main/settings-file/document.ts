import { isMap, isNode, type Node, parseDocument, visit } from 'yaml';

/**
 * The text of a settings file with other values in it. Comments, order, and whatever else stands there stay: the document is
 * edited, and not made anew from what was understood of it. Null where a value has a name (`&name`) that others go by: they
 * would change with it.
 */
export function withChanges(text: string, changes: ReadonlyMap<string, unknown>): string | null {
  const document = parseDocument(text);
  if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
  for (const [key, value] of changes) {
    const [section, name] = key.split('.') as [string, string];
    if (!isMap(document.get(section))) document.set(section, document.createNode({})); // `site:` with nothing under it
    if (isNamed(document.getIn([section, name], true))) return null;
    document.setIn([section, name], value);
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

/** What the text says, or null where it is no YAML of sections. */
export function readBack(text: string): Record<string, unknown> | null {
  const document = parseDocument(text);
  if (document.errors.length > 0) return null;
  const raw: unknown = document.toJS() ?? {};
  return typeof raw === 'object' && !Array.isArray(raw) ? (raw as Record<string, unknown>) : null;
}
