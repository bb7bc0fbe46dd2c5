/** Number at a path such as `derived.dew_point` in a record; null where there is none. */
export function valueAt(record: object, path: string): number | null {
  const value = path
    .split('.')
    .reduce<unknown>((inside, key) => (inside as Record<string, unknown> | null)?.[key], record);
  return typeof value === 'number' ? value : null;
}
