import { isMap, parse, parseDocument } from 'yaml';

/**
 * The text of a settings file with other values in it. Comments, order, and whatever else stands there stay: the document is
 * edited, and not made anew from what was understood of it.
 */
export function withChanges(text: string, changes: ReadonlyMap<string, unknown>): string {
  const document = parseDocument(text);
  if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
  for (const [key, value] of changes) {
    const [section, name] = key.split('.') as [string, string];
    if (!isMap(document.get(section))) document.set(section, document.createNode({})); // `site:` with nothing under it
    document.setIn([section, name], value);
  }
  return document.toString({ lineWidth: 0 });
}

/** What the text says, or null where it is no YAML of sections. */
export function readBack(text: string): Record<string, unknown> | null {
  const document = parseDocument(text);
  if (document.errors.length > 0) return null;
  const raw: unknown = parse(text) ?? {};
  return typeof raw === 'object' && !Array.isArray(raw) ? (raw as Record<string, unknown>) : null;
}
