import { afterAll, describe, expect, it } from 'vitest';
import { type Act, ClockWorld, differences, measured, type Snapshot, withoutFaults } from './clock-world.ts';

const HOUR_S = 3600;
const DAY_S = 86_400;

/** How far the clock is ahead of the truth. */
const WRONG: Record<string, number> = {
  '2 d behind': -2 * DAY_S,
  '3 h behind': -3 * HOUR_S,
  '1 h behind, like summer time gone wrong': -HOUR_S,
  '7 min behind': -420,
  '7 min ahead': 420,
  '1 h ahead, like summer time gone wrong': HOUR_S,
  '30 d behind': -30 * DAY_S,
  '30 d ahead': 30 * DAY_S,
  '400 d ahead': 400 * DAY_S,
  'in 1970': -1_774_743_000,
};

/**
 * `whole`: everything the database holds is as if the clock had never been wrong. `measured`: every sample of every chip has its
 * true stamp; what filters made of them may differ for minutes, for a machine that was off cannot know for how long. `kept`: by
 * how much the clock was wrong nobody can know any more; every sample is there, in its order, and none days in the future.
 */
type Law = 'whole' | 'measured' | 'kept';

interface Kind {
  name: string;
  law(wrongS: number): Law;
  script(wrongS: number): Act[];
  untilMin?: number;
}

const KINDS: Kind[] = [
  {
    name: 'at the start of the program, set after 36 min',
    law: () => 'whole',
    script: (wrongS) => [
      { atMin: 0, wrongS },
      { atMin: 36, wrongS: 0 },
    ],
  },
  {
    name: 'at the start of the machine, set after 12 min',
    law: () => 'measured',
    script: (wrongS) => [
      { atMin: 0, wrongS, restart: 'machine' },
      { atMin: 12, wrongS: 0 },
    ],
  },
  {
    name: 'after 10 min, for 25 min, with a word on the rain',
    law: () => 'whole',
    script: (wrongS) => [
      { atMin: 10, wrongS },
      { atMin: 20, label: 1 },
      { atMin: 35, wrongS: 0 },
    ],
  },
  {
    name: 'after 10 min, across a restart of the program',
    law: () => 'whole',
    script: (wrongS) => [
      { atMin: 10, wrongS },
      { atMin: 21, restart: 'program' },
      { atMin: 33, wrongS: 0 },
    ],
  },
  {
    name: 'after 10 min, set while the program was down',
    law: () => 'whole',
    script: (wrongS) => [
      { atMin: 10, wrongS },
      { atMin: 24, wrongS: 0, restart: 'program' },
    ],
  },
  {
    name: 'after 10 min, set while the machine was down',
    law: () => 'kept',
    script: (wrongS) => [
      { atMin: 10, wrongS },
      { atMin: 24, wrongS: 0, restart: 'machine' },
    ],
  },
];

interface Row {
  name: string;
  law: Law;
  script: Act[];
  untilMin: number;
}

const rows: Row[] = KINDS.flatMap((kind) =>
  Object.entries(WRONG).map(([wrong, wrongS]) => ({
    name: `${wrong}, ${kind.name}`,
    law: kind.law(wrongS),
    script: kind.script(wrongS),
    untilMin: kind.untilMin ?? 48,
  })),
);

const world = new ClockWorld();
const truths = new Map<string, Promise<Snapshot>>();
afterAll(() => world.clear());

/** The same life under a right clock, lived once for all scripts that share it. */
function truth({ script, untilMin }: Row): Promise<Snapshot> {
  const right = withoutFaults(script);
  const key = JSON.stringify([right, untilMin]);
  const known = truths.get(key) ?? world.live(right, untilMin);
  truths.set(key, known);
  return known;
}

describe('a mended clock equals never having been wrong', () => {
  it(`is lived through ${rows.length} times`, () => expect(rows.length).toBe(60));

  it.each(rows)('$name ($law)', async (row) => {
    const right = await truth(row);
    const mended = await world.live(row.script, row.untilMin);
    expect(mended.clockEvents.length, 'events about the clock').toBeGreaterThan(0);
    const stamped = row.law !== 'kept';
    expect(differences(measured(mended, stamped), measured(right, stamped))).toEqual([]);
    if (row.law === 'kept')
      expectOrder(mended, right, Math.abs(Math.max(...row.script.map(({ wrongS }) => wrongS ?? 0))));
    if (row.law !== 'whole') return;
    expect(differences(mended.tables, right.tables)).toEqual([]);
    expect(differences(mended.learned, right.learned)).toEqual([]);
    expect(mended.issuedTs).toBe(right.issuedTs);
  });
});

function expectOrder({ tables }: Snapshot, right: Snapshot, wrongS: number): void {
  const stamps = tables['sample']!.map(({ ts_ms }) => ts_ms as number);
  const last = right.tables['sample']!.at(-1)!['ts_ms'] as number;
  expect(stamps).toEqual([...new Set(stamps)].sort((a, b) => a - b));
  expect(stamps.at(-1)!).toBeLessThanOrEqual(last + 600_000 + (wrongS <= HOUR_S ? wrongS * 1000 : 0));
  const counted = tables['five_min']!.reduce((sum, { n }) => sum + (n as number), 0);
  expect(counted).toBeLessThanOrEqual(stamps.length);
}
