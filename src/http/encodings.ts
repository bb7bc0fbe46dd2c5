import type { Request } from 'express';

export type Encoding = 'br' | 'gzip';
const BEST_FIRST: readonly Encoding[] = ['br', 'gzip'];

/** Best available encoding that the client accepts, in our order: browsers name gzip first and prefer none. Null for none. */
export const preferredEncoding = (req: Request, there: Partial<Record<Encoding, unknown>>): Encoding | null =>
  BEST_FIRST.find((one) => there[one] !== undefined && req.acceptsEncodings(one)) ?? null;
