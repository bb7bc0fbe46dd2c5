/** Message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Null in place of what the system refuses (a file that is missing, closed, busy); a fault of the program is thrown on. */
export function nullIfRefused(error: unknown): null {
  if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
  return null;
}

/** The same around work that is done at once. */
export function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    return nullIfRefused(error);
  }
}
