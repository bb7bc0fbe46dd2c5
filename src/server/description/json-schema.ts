import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * A schema in the part of JSON Schema that generators and validators of other people agree on. `input`: a body, which may leave out fields
 * with a default. `output`: an answer, which has them, or a parameter, which is sent as text and described by the meaning of the text.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
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
