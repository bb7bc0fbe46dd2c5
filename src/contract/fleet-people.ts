import { z } from 'zod';

const reach = z.enum(['all', 'own', 'none']);

/** Who asks, and what they may do, by permission. `name` is null for whoever has not logged in. */
export const HubSession = z.object({
  name: z.string().nullable(),
  role: z.enum(['operator', 'teacher', 'viewer', 'public']),
  groups: z.array(z.string()),
  /** A hub without people shows everything to whoever reaches it, and takes changes by commands alone. */
  has_people: z.boolean(),
  may: z.record(z.string(), reach),
});
export type HubSession = z.infer<typeof HubSession>;
