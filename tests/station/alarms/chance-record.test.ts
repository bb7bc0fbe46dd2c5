import { describe, expect, it } from 'vitest';
import { ChanceRecord, type Look, type Question } from '../../../src/station/alarms/chance-record.ts';
import { scoreOf, tallyOf } from '../../../src/station/alarms/score.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const START_S = 1_767_225_600 + 8 * HOUR_S;
const INPUT = { share: 0.5, dewAboveC: null };

/** A day from 8 to 8, an hour at a time: the chance said from `fromH` on, and frost at `frostH`, if any. */
const day = (n: number, said: number, frostH: number | null, { fromH = 0, missing = false } = {}): Look[] =>
  Array.from({ length: 24 }, (_, hour) => ({
    tS: START_S + n * DAY_S + hour * HOUR_S,
    byS: START_S + (n + 1) * DAY_S,
    marginTo: missing ? null : frostH !== null && hour >= frostH ? -1 : 5,
    input: INPUT,
    said: hour >= fromH ? said : 0.02,
  }));

const lived = (days: Look[][], judged: (question: Question, came: boolean) => void = () => {}): ChanceRecord => {
  const record = new ChanceRecord({ stepS: HOUR_S, judged });
  for (const look of days.flat()) record.observe(look);
  record.observe(day(days.length, 0, null)[0]!);
  return record;
};

describe('record of a chance alarm', () => {
  it('knows of each night what was said, when it came, and how long before it was said', () => {
    const { record } = scoreOf('frost', lived([day(0, 0.7, 20, { fromH: 10 }), day(1, 0.1, null)]).periods, 0.5, true);
    expect(record.slice(0, 2)).toEqual([
      { ts: START_S + DAY_S, said: 0.7, came: true, lead_h: 10 },
      { ts: START_S + 2 * DAY_S, said: 0.1, came: false, lead_h: null },
    ]);
  });

  it('judges each question once, with what came after it', () => {
    const outcomes: boolean[] = [];
    lived([day(0, 0.7, 20), day(1, 0.3, null)], (_question, came) => outcomes.push(came));
    expect(outcomes).toHaveLength(20 + 24);
    expect(outcomes.filter((came) => came)).toHaveLength(20);
  });

  it.each([null, 6])(
    'a night that was seen too little of has no outcome, whether frost was seen (%s) or not',
    (frostH) => {
      const outcomes: boolean[] = [];
      const half = [...day(0, 0.7, frostH).slice(0, 12), ...day(0, 0.7, null, { missing: true }).slice(12)];
      const [first] = lived([half], (_question, came) => outcomes.push(came)).periods;
      expect(first).toMatchObject({ byS: START_S + 2 * DAY_S }); // the night itself was dropped
      expect(outcomes).toEqual([]);
    },
  );

  it('what is said between two frosts of a night is judged by the second', () => {
    const outcomes: boolean[] = [];
    const twice = day(0, 0.7, null).map((look, hour) => ({ ...look, marginTo: hour === 6 || hour === 12 ? -1 : 5 }));
    lived([twice], (_question, came) => outcomes.push(came));
    expect(outcomes).toEqual([...Array(11).fill(true), ...Array(11).fill(false)]);
  });

  it('a frost that is there already is no merit of a warning', () => {
    const { periods } = lived([day(0, 0.9, 0)]);
    expect(tallyOf(periods, 0.5)).toMatchObject({ warnings: 0 });
  });

  it('saved and loaded equals never stopped', () => {
    const days = [day(0, 0.7, 20), day(1, 0.3, null), day(2, 0.6, 13)];
    const whole = lived(days);
    let halting = new ChanceRecord({ stepS: HOUR_S });
    for (const look of [...days.flat(), day(3, 0, null)[0]!]) {
      halting = ChanceRecord.fromJSON(JSON.parse(JSON.stringify(halting)), { stepS: HOUR_S });
      halting.observe(look);
    }
    expect(JSON.stringify(halting)).toBe(JSON.stringify(whole));
  });
});

describe('score of a chance alarm', () => {
  const nights = (of: [said: number, came: boolean][]) =>
    lived(of.map(([said, came], n) => day(n, said, came ? 18 : null)));
  const many = (n: number, said: number, came: number): [number, boolean][] =>
    Array.from({ length: n }, (_, i) => [said, i < came]);

  it('counts warnings, what came, what was for nothing, and what was missed', () => {
    const { periods } = nights([...many(10, 0.7, 7), ...many(5, 0.3, 1), ...many(15, 0.02, 0)]);
    const score = scoreOf('frost', periods, 0.6, true);
    expect(score).toMatchObject({ n: 10, came: 7, missed: 1, median_lead_h: 18, verdict: 'trusted' });
    expect(score.false_per_month).toBeCloseTo(3, 1);
    const seven = score.reliability.find(({ said }) => Math.abs(said - 0.7) < 0.01)!;
    expect(seven.came).toBeCloseTo((7 * 18) / (7 * 18 + 3 * 24), 2);
  });

  it('says that it is too sure, too careful, or that there is too little to say', () => {
    const verdict = (of: [number, boolean][]) => scoreOf('frost', nights(of).periods, 0.6, true).verdict;
    expect(verdict(many(12, 0.9, 4))).toBe('too_sure');
    expect(verdict(many(12, 0.65, 12))).toBe('too_careful');
    expect(verdict(many(9, 0.9, 4))).toBe('too_few');
  });

  it('proposes at most one threshold, where it spares or catches something', () => {
    const cried = nights([...many(10, 0.55, 0), ...many(10, 0.8, 10)]).periods;
    expect(scoreOf('frost', cried, 0.5, true).proposal).toEqual({
      threshold: 0.6,
      warnings: 10,
      came: 10,
      for_nothing: 0,
      missed: 0,
    });
    expect(scoreOf('frost', nights(many(12, 0.7, 12)).periods, 0.6, true).proposal).toBeNull();
  });

  it('moves the nights that a wrong clock has stamped, and neither those before nor those that lie ahead of it', () => {
    const record = lived([day(0, 0.7, 20), day(1, 0.7, 20), day(2, 0.7, 20)]);
    const ends = () => record.periods.map(({ byS }) => (byS - START_S) / DAY_S);
    expect(ends()).toEqual([1, 2, 3, 4]);
    record.timeMoved(10 * DAY_S, START_S + DAY_S, START_S + 1.5 * DAY_S);
    expect(ends()).toEqual([1, 12, 3]); // the one that was open is begun anew
  });

  it('has nothing to say of nothing', () => {
    expect(scoreOf('frost', [], 0.6, true)).toMatchObject({ n: 0, brier_skill: null, median_lead_h: null, record: [] });
  });
});
