import { describe, expect, it } from 'vitest';
import { goldenCases } from '../../support/golden/all.ts';

const bySection = Map.groupBy(goldenCases, ({ section }) => section);

describe.each([...bySection])('golden vectors: %s', (_, cases) => {
  it.each(cases)('$name', async (golden) => {
    expect(await golden.run()).toEqual([]);
  });
});

it('leaves no golden case of the chips out', () => {
  expect(goldenCases.length).toBe(18 + 11 + 13 + 10 + 10 + 17 + 8 + 14 + 7 + 6);
});
