const REFUSED = 'STORE_REFUSED';

/** A refusal to open, in one sentence with the way out. */
export class StoreRefusal extends Error {
  readonly code = REFUSED;
}

/** Also one that came from a thread, where an error loses its class. */
export const isStoreRefusal = (error: unknown): error is Error =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === REFUSED;
