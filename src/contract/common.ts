import { z } from 'zod';

/** A number on the wire: null where it is not known, never NaN. */
export const maybe = z.number().nullable();
export const int = z.int();

export const TARGETS = ['temperature', 'humidity', 'pressure'] as const;
export const Target = z.enum(TARGETS);
export type Target = z.infer<typeof Target>;

export const HORIZONS_S = [900, 3600, 10800, 21600, 43200, 86400] as const;
export const HORIZON_LABELS: Record<number, string> = {
  900: '15m',
  3600: '1h',
  10800: '3h',
  21600: '6h',
  43200: '12h',
  86400: '1d',
};

/** The envelope of every refusal. */
export const ErrorBody = z.object({
  detail: z.string(),
  errors: z
    .array(z.object({ type: z.string(), loc: z.array(z.union([z.string(), z.number()])), msg: z.string() }))
    .optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
