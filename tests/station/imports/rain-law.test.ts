import { expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import type { Store } from '../../../src/station/store/store.ts';
import fc from '../../support/drawn.ts';
import { rangeOf } from '../../support/store-work.ts';
import { times } from '../../support/times.ts';
import { NOON, sample, Workshop } from '../store/support.ts';
import { bringIn, clock, contextOf } from './bring-in.ts';
import { asWeewx, type Made, madeWeather } from './made-files.ts';

const workshop = new Workshop();

/** Of sixty hours the older ones are kept as hours, a day in five minutes, and those behind the first own sample as samples. */
const KEPT = { clock, fiveMinRetentionDays: 1 };
const FROM_S = NOON - 60 * HOUR_S;
const hourS = (hours: number): number => FROM_S + hours * HOUR_S;

function rainOf(store: Store): number {
  const { series } = rangeOf(store, hourS(-1), NOON, HOUR_S);
  return ((series as Record<string, (number | null)[]>)['rain'] ?? []).reduce<number>((mm, one) => mm + (one ?? 0), 0);
}

type Span = readonly [fromS: number, untilS: number];
/** Seconds of a span that are in none of others. */
function beside(span: Span, others: readonly Span[]): number {
  let left: Span[] = [span];
  for (const [fromS, untilS] of others)
    left = left
      .flatMap(([a, b]): Span[] => [
        [a, Math.min(b, fromS)],
        [Math.max(a, untilS), b],
      ])
      .filter(([a, b]) => a < b);
  return left.reduce((sum, [a, b]) => sum + b - a, 0);
}

const drawnFile = fc.record({
  stepS: fc.constantFrom(60, 300, 600, 1800, 3600, 7200),
  offsetS: fc.constantFrom(0, 120, 600, 1533),
  from: fc.integer({ min: 0, max: 50 }),
  hours: fc.integer({ min: 1, max: 58 }),
  pause: fc.record({ from: fc.integer({ min: 0, max: 58 }), hours: fc.integer({ min: 3, max: 20 }) }),
  mm: fc.constantFrom(0.1, 0.3, 1),
});
type Drawn = typeof drawnFile extends fc.Arbitrary<infer T> ? T : never;

function linesOf({ stepS, offsetS, from, hours, pause, mm }: Drawn): (Made & { rainMm: number })[] {
  const untilS = Math.min(hourS(from + hours), NOON - 4 * HOUR_S);
  return madeWeather(hourS(from), untilS, stepS)
    .map((row, i) => ({ ...row, tS: row.tS + offsetS, rainMm: mm * (1 + (i % 3)) }))
    .filter(({ tS }) => tS < hourS(pause.from) || tS >= hourS(pause.from + pause.hours));
}

it('law: rain of two files over one another and over own rows is that of the time which is new, and goes with an undo', async () => {
  const own = fc.record({
    fromMin: fc.integer({ min: 38 * 60, max: 59 * 60 }),
    minutes: fc.integer({ min: 1, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(drawnFile, drawnFile, own, async (one, two, { fromMin, minutes }) => {
      const store = workshop.open(KEPT);
      const ownS = FROM_S + fromMin * 60;
      const ownEndS = Math.min(NOON, ownS + minutes * 60);
      for (let tS = ownS; tS < ownEndS; tS += 60) store.samples.append({ ...sample(tS, 20), narrow: { rainMm: 0.01 } });
      store.flush();
      const told: Span[] = [[Math.floor(ownS / 300) * 300, Math.ceil(ownEndS / 300) * 300]];
      let mm = (ownEndS - ownS) / 6000;
      const after = [rainOf(store)];
      for (const [i, file] of [one, two].entries()) {
        const lines = linesOf(file);
        if (lines.length < 4) continue;
        const spans = lines.map(({ tS }): Span => [tS, tS + file.stepS]);
        mm += lines.reduce((sum, { rainMm }, j) => sum + (rainMm * beside(spans[j]!, told)) / file.stepS, 0);
        told.push(...spans);
        await bringIn(store, asWeewx(store.folder, lines, file.stepS / 60, `${i}.sdb`));
        store.flush();
        after.push(rainOf(store));
        expect(after.at(-1)).toBeCloseTo(mm, 2);
      }
      for (const { job } of store.imports.list().toReversed()) {
        await undoImport(contextOf(store), { job });
        after.pop();
        expect(rainOf(store)).toBeCloseTo(after.at(-1)!, 6);
      }
      workshop.clear();
    }),
    { numRuns: times(12), endOnFailure: true },
  );
});
