import express, { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { ApiError } from '../../src/http/api-error.ts';
import { nothingHere } from '../../src/http/nothing-here.ts';
import { systemClock } from '../../src/main/clock.ts';
import { openApi } from '../../src/server/description/openapi.ts';

const [SHORT, LONG] = [10, 40_000];
/** What grows with the square of its length costs two hundred times what is allowed here. */
const MOST_TIMES = (20 * LONG) / SHORT;
/** Texts that a careless pattern would read again and again: long runs of what it likes, and an end that it does not. */
const ENDS = ['', 'x', '.', 'e', ' ', '\u0000'];
const RUNS = ['1', '.', '1.', '-', ' ', 'e1', 't', '\t', 'é'];

const texts = (length: number): string[] =>
  RUNS.flatMap((run) => ENDS.map((end) => run.repeat(Math.ceil(length / run.length)).slice(0, length) + end));

const ENOUGH_MS = 5;
const computedMs = systemClock.computedMs!;

/** The fastest of some runs, in milliseconds that this thread computed: what other programs take away from it is not counted. */
function costMs(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  const beganMs = computedMs();
  for (let run = 0; run < 40; run += 1) {
    const startMs = computedMs();
    work();
    const endMs = computedMs();
    best = Math.min(best, endMs - startMs);
    if (run >= 4 && endMs - beganMs > ENOUGH_MS) break;
  }
  return best;
}

const description = openApi();
const fields = Object.entries<Endpoint>(endpoints).flatMap(([name, { method, path, query, params, body }]) => {
  const operation = description.paths[path.replace(/:(\w+)/g, '{$1}')]![method]!;
  const asked = (operation.parameters ?? []).map(({ name: field, in: place }) => ({
    name,
    field,
    place,
    schema: (place === 'path' ? params : query) as z.ZodType,
  }));
  const sent = operation.requestBody?.content['application/json']?.schema as { properties?: object } | undefined;
  const told = Object.keys(sent?.properties ?? {}).map((field) => ({ name, field, place: 'body', schema: body }));
  return [...asked, ...told];
});

describe('a text thousands of times as long', () => {
  it('is looked for in every field there is', () => {
    expect(fields.length).toBeGreaterThan(15);
  });

  it.each(fields)('costs $name in proportion, in its $place field $field', ({ field, schema }) => {
    const [short, long] = [texts(SHORT), texts(LONG)];
    for (const [i, text] of long.entries()) {
      const [shortMs, longMs] = [short[i], text].map((value) =>
        costMs(() => void schema.safeParse({ [field]: value })),
      );
      expect(longMs, short[i]).toBeLessThan(MOST_TIMES * Math.max(shortMs!, 0.002));
    }
  });

  it('costs a path in proportion', () => {
    const app = express();
    for (const { method, path } of Object.values<Endpoint>(endpoints)) app[method](path, () => undefined);
    const look = nothingHere(app);
    const lookFor = (path: string) =>
      expect(() => look({ path, method: 'OPTIONS' } as Request, {} as Response, () => undefined)).toThrow(ApiError);
    for (const start of ['/', '/api/', '/api/label/', '/static/', '/api/history/'])
      for (const text of ['1', '/', '-', '.', '%2f', 'label/']) {
        const cost = (length: number) => costMs(() => lookFor(start + text.repeat(length)));
        expect(cost(LONG), start + text).toBeLessThan(MOST_TIMES * Math.max(cost(SHORT), 0.001));
      }
  });
});
