import { z } from 'zod';
import { Config } from './config.ts';
import type { Masking } from './mask.ts';

type Known = 'type' | 'default' | 'minLength' | 'maxLength' | 'maxItems' | 'minimum' | 'maximum' | 'const' | 'enum';
export interface SchemaNode extends Pick<z.core.JSONSchema.BaseSchema, Known> {
  /** Goes in and never comes out (`.meta({ secret: true })`). */
  secret?: boolean;
  /** Form of a secret whose name other things have, too: by it a value in a comment is known. */
  form?: string;
  /** No secret, but it may hold a key, which is masked. */
  masked?: Masking;
  anyOf?: SchemaNode[];
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
}

let schema: SchemaNode | null = null;

/** Schema of the settings as data. Some milliseconds to make, and asked once for every problem. */
export function configSchema(): SchemaNode {
  schema ??= z.toJSONSchema(Config, { io: 'input' }) as SchemaNode;
  return schema;
}

/** Schema node of a key such as `site.altitude_m` or `uploads.wunderground.id`. */
export const settingNode = (key: string): SchemaNode | undefined => schemaAt(key.split('.'));

/** Every setting below a node with the way to it; a section may have parts with settings of their own. */
export function settingNodes(node: SchemaNode = configSchema(), path: string[] = []): [string[], SchemaNode][] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]): [string[], SchemaNode][] => {
    const way = [...path, key];
    return child.properties ? settingNodes(child, way) : [[way, child]];
  });
}

export const schemaAt = (path: readonly PropertyKey[]): SchemaNode | undefined =>
  path.reduce<SchemaNode | undefined>(
    (node, key) => (typeof key === 'number' ? node?.items : node?.properties?.[String(key)]),
    configSchema(),
  );
