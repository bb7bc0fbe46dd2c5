/** One golden case: what differs from the expected values, empty when all is well. */
export interface GoldenCase {
  section: string;
  name: string;
  run(): Promise<string[]> | string[];
}

const TOLERANCE = 1e-9; // relative or absolute, whichever is larger: the vectors' own

export const close = (a: number, b: number, tolerance = TOLERANCE): boolean =>
  Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

/** Compares what was expected, key by key, with what came; angles on the circle where the key says so. */
export function differences(expected: unknown, came: unknown, path = '', tolerance = TOLERANCE): string[] {
  if (typeof expected === 'number' && typeof came === 'number') {
    const turn = /heading/.test(path) ? Math.round((came - expected) / 360) * 360 : 0;
    return close(came - turn, expected, tolerance) ? [] : [`${path}: expected ${expected}, came ${came}`];
  }
  if (Array.isArray(expected) && Array.isArray(came) && expected.length === came.length) {
    return expected.flatMap((value, i) => differences(value, came[i], `${path}[${i}]`, tolerance));
  }
  if (isRecord(expected) && isRecord(came)) {
    return Object.keys(expected).flatMap((key) =>
      differences(expected[key], came[key], path ? `${path}.${key}` : key, tolerance),
    );
  }
  return expected === came ? [] : [`${path}: expected ${JSON.stringify(expected)}, came ${JSON.stringify(came)}`];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
