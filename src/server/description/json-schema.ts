import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Side from which a schema is described. A request may leave out fields with a default; an answer has them. A parameter is sent as text,
 * but described by the meaning of the text, which other people's tools check and generate.
 */
type Side = 'sent' | 'answered' | 'read from text';

/** A schema in the part of JSON Schema that generators and validators of other people agree on. */
export function jsonSchema(schema: z.ZodType, side: Side): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: side === 'sent' ? 'input' : 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const { def } = zodSchema._zod;
      // Only a strict object forbids more; elsewhere fields may be added at any time.
      if (def.type === 'object' && !(def as z.core.$ZodObjectDef).catchall) delete made.additionalProperties;
      if (def.type === 'record') delete made.propertyNames; // every name is text, and few tools know the word
    },
  });
  return rest;
}
