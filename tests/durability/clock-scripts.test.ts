import { afterAll, describe, expect, it } from 'vitest';
import { share } from '../support/share.ts';
import { differences, measured, recorded, relearned, type Snapshot, said } from './clock-snapshot.ts';
import { type Act, ASKING_S, AUTUMN_S, ClockWorld, NEW_S, SPRING_S, withoutFaults } from './clock-world.ts';

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
 * `whole`: everything measured, rolled up, said and recorded is as if the clock had never been wrong, and so is what is derived with
 * what only asks how much time passes. What is usual was learned anew from the record and equals what a right clock would have taught.
 * Forecasts and scores of that time are dropped, and questions that the station asked itself; the lesson of a label may differ in
 * its last digits, for it was learned beside another month of pressure. `measured`: every sample of every chip has its
 * true stamp; what filters made of them may differ for minutes, for a machine that was off cannot know for how long. `told`: the same
 * for what people and the station said; a calibration among it is lived through again on the newest scale. `said`: only that, for a
 * kill takes the samples that were held. `kept`: by
 * how much the clock was wrong nobody can know any more; every sample is there, in its order, and none days in the future.
 */
type Law = 'whole' | 'measured' | 'told' | 'said' | 'kept';

interface Kind {
  name: string;
  law(wrongS: number): Law;
  script(wrongS: number): Act[];
  /** Some of the wrong clocks; all of them where it is not said. */
  only?: string[];
  /** Another night than the one in which clocks go forward, and when every script begins in it. */
  night?: string;
  startS?: number;
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
    name: 'after 10 min, for 25 min, with a thermometer brought',
    law: () => 'told',
    only: ['7 min ahead', '400 d ahead'],
    script: (wrongS) => [
      { atMin: 10, wrongS },
      { atMin: 20, calibrateBy: 0.4 },
      { atMin: 35, wrongS: 0 },
    ],
  },
  {
    name: 'after 10 min, killed with a word on the rain, set after 33 min',
    law: () => 'said',
    only: ['3 h behind', '7 min behind', 'in 1970', '30 d ahead'],
    script: (wrongS) => [
      { atMin: 10, wrongS },
      { atMin: 20, label: 1 },
      { atMin: 21, restart: 'program killed' },
      { atMin: 33, wrongS: 0 },
    ],
  },
  {
    name: 'after 10 min, killed with a word on the rain, set meanwhile',
    law: () => 'said',
    only: ['3 h behind', '7 min behind', 'in 1970', '30 d ahead'],
    script: (wrongS) => [
      { atMin: 10, wrongS },
      { atMin: 20, label: 1 },
      { atMin: 21, wrongS: 0, restart: 'program killed' },
    ],
  },
  {
    name: 'after 10 min, power cut with a word on the rain, set meanwhile',
    law: () => 'said',
    only: ['3 h behind', 'in 1970'],
    script: (wrongS) => [
      { atMin: 10, wrongS },
      { atMin: 20, label: 1 },
      { atMin: 21, wrongS: 0, restart: 'machine killed' },
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

/** The night in which clocks go back: the hour that comes twice is no hour of ours. */
const AUTUMN: Kind[] = [KINDS[0]!, KINDS[3]!].map((kind) => ({
  ...kind,
  night: 'in autumn',
  only: ['1 h behind, like summer time gone wrong', '1 h ahead, like summer time gone wrong'],
  startS: AUTUMN_S,
}));

/** Of what a station asks itself meanwhile nothing is left that was asked in a time to come. */
const ASKING: Kind[] = [KINDS[0]!, KINDS[2]!].map((kind) => ({
  ...kind,
  night: 'with a question to itself',
  only: ['3 h behind', '7 min ahead', '400 d ahead'],
  startS: ASKING_S,
}));

/**
 * On an empty record the first segment leapt, as far as anybody knows, and network time vouched for it at once. Days back move it, though it
 * was confirmed: of the sky before it nothing is kept then, and its samples teach that twice.
 */
const NEW: Kind[] = [KINDS[2]!, KINDS[3]!].map((kind) => ({
  ...kind,
  law: (wrongS) => (wrongS < -DAY_S ? 'told' : 'whole'),
  night: 'of a new station',
  only: ['2 d behind', '3 h behind', '7 min behind', '30 d ahead'],
  startS: NEW_S,
}));

interface Row {
  name: string;
  /** Which script, in which night, and how wrong the clock is: of each an ordinary run plays one at least. */
  aspects: readonly string[];
  law: Law;
  startS: number;
  script: Act[];
  untilMin: number;
}

const rows: Row[] = [...KINDS, ...AUTUMN, ...ASKING, ...NEW].flatMap(({ only, ...kind }) =>
  Object.entries(WRONG)
    .filter(([wrong]) => only?.includes(wrong) ?? true)
    .map(([wrong, wrongS]) => ({
      name: [wrong, kind.name, ...(kind.night ? [kind.night] : [])].join(', '),
      aspects: [kind.name, kind.night ?? 'in spring', wrong],
      law: kind.law(wrongS),
      script: kind.script(wrongS),
      startS: kind.startS ?? SPRING_S,
      untilMin: kind.untilMin ?? 48,
    })),
);

const worlds = new Map([SPRING_S, AUTUMN_S, ASKING_S, NEW_S].map((startS) => [startS, new ClockWorld(startS)]));
const truths = new Map<string, Promise<Snapshot>>();
afterAll(() => {
  for (const world of worlds.values()) world.clear();
});

const live = (script: readonly Act[], { startS, untilMin }: Row) => worlds.get(startS)!.live(script, untilMin);

/** The same life under a right clock, lived once for all scripts that share it. */
function truth(row: Row): Promise<Snapshot> {
  const right = withoutFaults(row.script);
  const key = JSON.stringify([right, row.startS, row.untilMin]);
  const known = truths.get(key) ?? live(right, row);
  truths.set(key, known);
  return known;
}

const played = share('lives under a wrong clock', rows, ({ aspects }) => aspects);

describe('a mended clock equals never having been wrong', () => {
  it(`is lived through in ${rows.length} ways`, () => expect(rows.length).toBe(90));

  it.each(played)('$name ($law)', async (row) => {
    const right = await truth(row);
    const mended = await live(row.script, row);
    expect(mended.clockEvents.length, 'events about the clock').toBeGreaterThan(0);
    const stamped = row.law !== 'kept';
    if (row.law !== 'said') expect(differences(measured(mended, stamped), measured(right, stamped))).toEqual([]);
    if (row.law === 'kept')
      expectOrder(mended, right, Math.abs(Math.max(...row.script.map(({ wrongS }) => wrongS ?? 0))));
    if (row.law === 'told' || row.law === 'said') expect(differences(said(mended), said(right))).toEqual([]);
    if (row.law !== 'whole') return;
    expect(differences(recorded(mended), recorded(right))).toEqual([]);
    expect(differences(relearned(mended), relearned(right))).toEqual([]);
    expect(mended.issuedTs).toBe(right.issuedTs);
    const { open } = mended.learned['forecast.chance'] as { open: { askedS: number }[] };
    const last = right.tables['tick']!.at(-1)!['ts'] as number;
    expect(open.filter(({ askedS }) => askedS > last)).toEqual([]);
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
