import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/inputs');
export const SHARED = join(import.meta.dirname, '../../../../../shared/data/inputs');
export const hasShared = existsSync(SHARED);
if (!hasShared)
  console.warn('\nSKIPPED: recorded payloads whose licence forbids a copy, because ../shared/data does not exist\n');

/** What an expectation file says of one sensor, or of the only one. */
export interface ExpectedSensor {
  values?: Record<string, number>;
  counters?: Record<string, number>;
  optional?: Record<string, number>;
  absent?: string[];
  battery?: string | null | Record<string, string | null>;
  model?: string;
  id?: number;
  key?: string;
  lsid?: number;
  txid?: number | null;
  distinct?: number;
}
export interface Expected extends ExpectedSensor {
  time: number | null;
  station?: string;
  sensors?: ExpectedSensor[];
  map?: Record<string, string>;
}

export interface Payload {
  file: string;
  text: string;
  expected: Expected | null;
}

/** Recorded payloads of a family: those of this repository, and of `../shared` where it is. */
export function payloads(family: string): Payload[] {
  const found = new Map<string, string>();
  for (const folder of [join(SHARED, family), join(FIXTURES, family)])
    if (existsSync(folder))
      for (const file of readdirSync(folder)) if (/\.\w+$/.test(file)) found.set(file, join(folder, file));
  const read = (file: string): string => readFileSync(found.get(file)!, 'utf8');
  return [...found.keys()]
    .filter((file) => !file.endsWith('.expected.json'))
    .sort()
    .map((file) => {
      const expectation = `${file}.expected.json`;
      const expected = found.has(expectation) ? (JSON.parse(read(expectation)) as Expected) : null;
      return { file, text: read(file), expected };
    });
}

/** Largest difference that the expectations allow, by the unit at the end of a name. */
export function tolerance(name: string, value: number): number {
  if (name.endsWith('_c')) return 0.01;
  if (name.endsWith('_pct')) return 0.01;
  if (name.endsWith('_hpa')) return 0.02;
  if (name.endsWith('_ms')) return 0.005;
  if (name.endsWith('_mm') || name.endsWith('_mmh')) return 0.006;
  return Math.abs(value) * 0.001;
}

/** Bodies and queries of a recorded file, with the method that they came by. */
export function requestsOf({ file, text }: Payload): { method: 'GET' | 'POST'; text: string }[] {
  if (file.endsWith('.form')) return [{ method: 'POST', text }];
  if (file.endsWith('.txt')) return text.split('\n').flatMap((line) => (line ? [{ method: 'POST', text: line }] : []));
  if (file.endsWith('.query')) return [{ method: 'GET', text: text.trim() }];
  return [...text.matchAll(/^GET (\S+) HTTP/gm)].map(([, target = '']) => {
    const query = target.includes('?')
      ? target.slice(target.indexOf('?') + 1)
      : decodeURIComponent(target.slice(target.search(/&|%26/)));
    return { method: 'GET', text: query.replace(/^&/, '') };
  });
}
