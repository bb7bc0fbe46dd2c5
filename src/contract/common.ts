import { z } from 'zod';

/** A number on the wire: null where it is not known, never NaN. */
export const maybe = z.number().nullable();
export const int = z.int();
export const each = <N extends string, S>(names: readonly N[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>;

/** The envelope of every refusal. */
export const ErrorBody = z.object({
  detail: z.string(),
  /** Code of the sentence and its arguments, independent of the language. */
  code: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  errors: z
    .array(
      z.object({
        type: z.string(),
        loc: z.array(z.union([z.string(), z.number()])),
        msg: z.string(),
        code: z.string().optional(),
      }),
    )
    .optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
