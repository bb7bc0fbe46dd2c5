import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';

/** YAML node with another value: entries that stay keep their nodes, and so their comments, which a list made anew would lose. */
export function nodeWith(document: Document, node: unknown, value: unknown): Node {
  if (isNode(node) && isDeepStrictEqual(node.toJS(document), value)) return node;
  const isPlain = typeof value !== 'object' || value === null;
  if (isScalar(node) && isPlain) node.value = value;
  else if (isSeq(node) && Array.isArray(value)) fillSeq(document, node, value);
  else if (isMap<unknown, unknown>(node) && !isPlain && !Array.isArray(value)) fillMap(document, node, value);
  else return madeNew(document, node, value);
  return node;
}

/** `rules: # none yet` is a null with a comment, which then stands above the list. */
function madeNew(document: Document, old: unknown, value: unknown): Node {
  const made = document.createNode(value) as Node;
  const comment = isNode(old) ? (old.commentBefore ?? old.comment) : null;
  if (comment) made.commentBefore = comment;
  return made;
}

/** Identity of a list's entry: `id` of an alarm rule, `topic` of a topic, else the value itself. */
function identityOf(value: unknown): string {
  const { id, topic } = Object(value) as { id?: unknown; topic?: unknown };
  return JSON.stringify(id ?? topic ?? value);
}

function fillSeq(document: Document, seq: YAMLSeq, values: readonly unknown[]): void {
  const [first] = seq.items;
  const known = Map.groupBy(seq.items, (item) => identityOf(isNode(item) ? item.toJS(document) : item));
  const items = values.map((value) => nodeWith(document, known.get(identityOf(value))?.shift(), value));
  // To the parser, a comment above the first entry is one of the list. It goes where the entry goes.
  if (seq.commentBefore && isNode(first) && items.indexOf(first) > 0) {
    first.commentBefore = seq.commentBefore;
    seq.commentBefore = null;
  }
  if (seq.items.length === 0) seq.flow = false; // `[]`
  if (items.length === 0 && seq.comment) {
    seq.commentBefore = [seq.commentBefore ?? [], seq.comment].flat().join('\n');
    seq.comment = null;
  }
  seq.items = items;
}

const nameOf = ({ key }: Pair<unknown, unknown>): string => String(isScalar(key) ? key.value : key);

function fillMap(document: Document, map: YAMLMap<unknown, unknown>, value: object): void {
  const left = new Map<string, unknown>(Object.entries(value));
  map.items = map.items.filter((pair) => left.has(nameOf(pair)));
  for (const pair of map.items) {
    pair.value = nodeWith(document, pair.value, left.get(nameOf(pair)));
    left.delete(nameOf(pair));
  }
  for (const [name, inner] of left) map.items.push(document.createPair(name, inner));
}
