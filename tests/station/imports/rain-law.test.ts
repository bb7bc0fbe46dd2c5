import { expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import type { Store } from '../../../src/station/store/store.ts';
import fc from '../../support/drawn.ts';
import { share } from '../../support/share.ts';
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

/** Where a time is kept: hours before now, and days that five minutes are kept. */
const TIERS = { hours: [50, 1 / 24], 'five minutes': [10, 1], samples: [1, 1] } as const;
/** Hours of a file from one hour on, the minutes of its lines, and the rain of each. */
type Told = readonly [fromH: number, untilH: number, minutes: number, rainMm: number];
const TWO: Record<string, readonly [Told, Told]> = {
  'hours before, and five minutes': [
    [-3, 1, 60, 5],
    [0, 4, 5, 0.4],
  ],
  'hours behind, and five minutes': [
    [0, 4, 60, 5],
    [-3, 1, 5, 0.4],
  ],
  'hours from half to half, and five minutes': [
    [-3.5, 0.5, 60, 5],
    [0, 4, 5, 0.4],
  ],
  'five minutes, and minutes': [
    [0, 4, 5, 0.4],
    [-3, 1 / 12, 1, 0.1],
  ],
  'hours, and five minutes of them all': [
    [-4, 1, 60, 5],
    [-4, 1, 5, 0.4],
  ],
  'twenty minutes, and five minutes of them all': [
    [-4, 1, 20, 1.7],
    [-4, 1, 5, 0.4],
  ],
};
const ways = (Object.keys(TIERS) as (keyof typeof TIERS)[]).flatMap((tier) =>
  Object.keys(TWO).flatMap((name) => (['as told', 'turned'] as const).map((order) => ({ tier, name, order }))),
);

it.each(share('two files that tell of one time', ways, ({ tier, name, order }) => [tier, name, order]))(
  'rain of a time that two files tell of counts once, where $tier are kept: $name, $order',
  async ({ tier, name, order }) => {
    const [hoursAgo, fiveMinRetentionDays] = TIERS[tier];
    const hour = NOON - hoursAgo * HOUR_S;
    const files = TWO[name]!.map(([fromH, untilH, minutes, rainMm]) => ({
      minutes,
      rows: madeWeather(hour + fromH * HOUR_S, hour + untilH * HOUR_S, minutes * 60)
        .filter(({ tS }) => tS + minutes * 60 <= NOON)
        .map((row) => ({ ...row, rainMm })),
    }));
    const [first, second] = order === 'turned' ? [files[1]!, files[0]!] : [files[0]!, files[1]!];
    const store = workshop.open({ fiveMinRetentionDays });
    const told: Span = [first.rows[0]!.tS, first.rows.at(-1)!.tS + first.minutes * 60];
    const widthS = second.minutes * 60;
    const isNewOf = ({ tS }: Made) => beside([tS, tS + widthS], [told]) / widthS;
    const added = second.rows.filter((row) => isNewOf(row) > 0);
    const mm = [...first.rows, ...added.map((row) => ({ rainMm: row.rainMm * isNewOf(row) }))];
    let lines = 0;
    for (const [i, { rows, minutes }] of [first, second].entries())
      lines += (await bringIn(store, asWeewx(store.folder, rows, minutes, `${i}.sdb`))).rows;
    store.flush();
    expect(rainOf(store)).toBeCloseTo(
      mm.reduce((sum, { rainMm }) => sum + rainMm, 0),
      5,
    );
    expect(lines).toBe(first.rows.length + added.length);
  },
);

it.each([
  ['minutes', 1, 'five minutes', 5],
  ['five minutes', 5, 'ten minutes', 10],
  ['five minutes', 5, 'half hours', 30],
] as const)(
  'rain of one import counts once where a file of %s (%d) is of the last day of one of %s (%d)',
  async (...of) => {
    const [, fine, , coarse] = of;
    const store = workshop.open({ fiveMinRetentionDays: 10 });
    const file = (minutes: number, hours: number) => {
      const lines = madeWeather(NOON - hours * HOUR_S, NOON - HOUR_S, minutes * 60);
      const rows = lines.map((row) => ({ ...row, rainMm: minutes * 0.02 }));
      return asWeewx(store.folder, rows, minutes, `${minutes}.sdb`);
    };
    await bringIn(store, [file(coarse, 49), file(fine, 25)]);
    store.flush();
    expect(rainOf(store)).toBeCloseTo(48 * 1.2, 6);
    workshop.clear();
  },
);
