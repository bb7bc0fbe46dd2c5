/**
 * Replaces −0 by 0 in every number of a record and of the records in it. A reading is the one way out of the engine, so nothing that is
 * stored, sent or shown is ever `-0`: SQLite keeps the sign, and receivers and tests tell it from 0.
 */
export function withPlainZeros<T extends object>(record: T): T {
  for (const [key, value] of Object.entries(record)) {
    if (Object.is(value, -0)) (record as Record<string, unknown>)[key] = 0;
    else if (typeof value === 'object' && value !== null) withPlainZeros(value as object);
  }
  return record;
}
