import { describe, expect, it } from 'vitest';
import { FLAG, isBad } from '../../../src/station/quality/flags.ts';
import { RANGES } from '../../../src/station/quality/limits.ts';
import { RowTests, type TestedRow } from '../../../src/station/quality/row-tests.ts';
import { isOutside, spikeHeight, stepLimit } from '../../../src/station/quality/tests.ts';
import { LIMITS } from '../../support/quality-limits.ts';

it('spike: the height of a value that goes and comes back (QARTOD, differential), and none of its neighbours', () => {
  const values = [10, 12, 999.99, 13, 15, 40, 9, 9];
  const heights = values.slice(1, -1).map((value, i) => spikeHeight(values[i]!, value, values[i + 2]!));
  expect(heights).toEqual([0, expect.closeTo(986.99, 9), 2, 0, 25, 0]);
});

describe('published vectors', () => {
  it('range: titanlib, both ends are inside and a value that is not a number is outside', () => {
    const flags = [-1, 0, 5, 10, 11, Number.NaN].map((value) => Number(isOutside(value, [0, 10])));
    expect(flags).toEqual([1, 0, 0, 0, 1, 1]);
  });

  it('range: WMO (Zahumenský 2004), of what each sensor can say', () => {
    const ends = { temperature: [-80, 75], humidity: [0, 110], pressure: [300, 1100], outdoor: [-80, 60] } as const;
    expect(RANGES).toMatchObject(ends);
    for (const [name, [least, most]] of Object.entries(ends)) {
      const outside = [least - 0.1, least, most, most + 0.1].map((value) => isOutside(value, [least, most]));
      expect(outside, name).toEqual([true, false, false, true]);
    }
    // WMO 1993: pressure is an error outside of 300 to 1100 hPa, air temperature never right outside of -80 to 60 °C.
    expect(isOutside(299.9, RANGES.pressure) && isOutside(60.1, RANGES.outdoor)).toBe(true);
  });

  it('buddy: titanlib tests neighbours, which a station has none of; the flag of a hub is advisory', () => {
    expect(isBad(FLAG.spatial)).toBe(false);
  });

  it('step: WMO 1993, in a minute and in an hour', () => {
    expect(stepLimit(3, 10, 2)).toBe(3);
    expect(stepLimit(3, 10, 60)).toBe(3);
    expect(stepLimit(3, 10, 300)).toBeCloseTo(6.71, 2);
    expect(stepLimit(3, 10, 3600)).toBe(10);
  });
});

const AIR = { temp_raw: 21, hum_raw: 45, press_raw: 1009 };

/** Bits of each row under every signal, a spike put where it belongs. */
function flagged(rows: readonly TestedRow[], tests = new RowTests(LIMITS)) {
  const found = new Map<number, Record<string, number>>();
  for (const row of rows) {
    const { flags, earlier } = tests.learn(row);
    found.set(row.ts, { ...flags } as Record<string, number>);
    for (const spike of earlier) {
      const of = found.get(spike.ts)!;
      for (const [name, bits] of Object.entries(spike.flags)) of[name] = (of[name] ?? 0) | bits!;
    }
  }
  return rows.map(({ ts }) => found.get(ts)!);
}
const everyS = (stepS: number, count: number, of: (i: number) => Partial<TestedRow>): TestedRow[] =>
  Array.from({ length: count }, (_, i) => ({ ...AIR, ...of(i), ts: 1_700_000_000 + i * stepS }));
/** The last digit of a sensor that measures. */
const live = (i: number, digit: number) => ((i * 7) % 5) * digit;

describe('row tests', () => {
  it('a spike is known with the next sample, at any spacing, and its neighbours stay', () => {
    for (const stepS of [2, 60, 300, 3600]) {
      const bits = flagged(everyS(stepS, 20, (i) => ({ temp_raw: i === 10 ? 45 : 21 + live(i, 0.02) })));
      expect(bits.map(({ temperature }) => (temperature ?? 0) & FLAG.spike).indexOf(FLAG.spike)).toBe(10);
      expect(bits.filter((row) => isBad(row['temperature'] ?? 0))).toHaveLength(1);
    }
  });

  it('a spike is flagged in its own row, also where the next ones have no value or an impossible one', () => {
    for (const between of [null, 85]) {
      const rows = everyS(2, 20, (i) => ({ temp_raw: i === 10 ? 45 : i === 11 ? between : 21 + live(i, 0.02) }));
      const bits = flagged(rows).map(({ temperature }) => temperature ?? 0);
      expect(bits.flatMap((of, i) => (of & FLAG.spike ? [i] : []))).toEqual([10]);
    }
  });

  it('85 °C of a probe that has not measured is out of range', () => {
    const bits = flagged(everyS(20, 3, (i) => ({ outdoor_c: i === 1 ? 85 : 4 })));
    expect(bits.map(({ outdoor }) => outdoor ?? 0)).toEqual([0, FLAG.range, 0]);
  });

  it('a gust front, 8 °C down in ten minutes and 3 hPa up, is never bad', () => {
    for (const stepS of [2, 10, 60, 300]) {
      const storm = everyS(stepS, Math.ceil(3600 / stepS), (i) => {
        const minutes = Math.max(0, (i * stepS) / 60 - 20);
        const share = Math.min(1, minutes / 10);
        return {
          temp_raw: 28 - 8 * share + live(i, 0.02),
          hum_raw: 50 + 35 * share + live(i, 0.1),
          press_raw: 1002 + 3 * Math.min(1, minutes / 4) + live(i, 0.01),
        };
      });
      for (const row of flagged(storm)) for (const bits of Object.values(row)) expect(isBad(bits)).toBe(false);
    }
  });

  it('an opened window and a sauna are suspect at most', () => {
    const window = everyS(2, 600, (i) => ({
      temp_raw: 22 - 9 * (1 - Math.exp(-Math.max(0, i - 60) / 30)) + live(i, 0.02),
    }));
    const sauna = everyS(2, 900, (i) => ({
      temp_raw: 25 + 45 * (1 - Math.exp(-Math.max(0, i - 60) / 60)) + live(i, 0.02),
      hum_raw: 30 + (i > 500 ? 50 : 0) + live(i, 0.1),
    }));
    for (const story of [window, sauna]) {
      const bits = flagged(story);
      expect(bits.some((row) => (row['temperature'] ?? 0) & FLAG.step)).toBe(true);
      for (const row of bits) for (const value of Object.values(row)) expect(isBad(value)).toBe(false);
    }
  });

  it('a sauna of 95 °C is suspect at most, and 85 °C out of nowhere is out of range however long it lasts', () => {
    for (const stepS of [2, 10, 60]) {
      const hot = (minutes: number) => 25 + 70 * (1 - Math.exp(-Math.max(0, minutes - 10) / 8));
      const sauna = everyS(stepS, 5400 / stepS, (i) => ({ temp_raw: hot((i * stepS) / 60) + live(i, 0.02) }));
      expect(Math.max(...sauna.map(({ temp_raw }) => temp_raw!))).toBeGreaterThan(94);
      for (const { temperature } of flagged(sauna)) expect(isBad(temperature ?? 0)).toBe(false);
    }
    const fault = everyS(2, 2000, (i) => ({ temp_raw: i >= 100 ? 85 : 21 + live(i, 0.02) }));
    const bits = flagged(fault).map(({ temperature }) => temperature ?? 0);
    expect(bits.slice(100).every((of) => (of & FLAG.range) !== 0)).toBe(true);
    expect(flagged(everyS(2, 3, () => ({ temp_raw: 85 })))[2]).toEqual({ temperature: FLAG.range });
    const over = everyS(2, 3000, (i) => ({ temp_raw: Math.min(140, 20 + i / 20) }));
    expect(flagged(over).at(-1)!['temperature']).toBe(FLAG.range);
  });

  it('stuck: identical raw digits for half an hour, and free with the first change', () => {
    const bits = flagged(everyS(2, 3000, (i) => ({ temp_raw: i >= 1000 && i < 2500 ? 21.5 : 21 + live(i, 0.02) })));
    const stuck = bits.map(({ temperature }) => ((temperature ?? 0) & FLAG.stuck) !== 0);
    expect(stuck.indexOf(true)).toBe(1900);
    expect(stuck.lastIndexOf(true)).toBe(2499);
  });

  it('stuck: coarse digits that rest for hours by nature are none', () => {
    const coarse = everyS(300, 3000, (i) => ({ press_raw: 1000 + (Math.floor(i / 12 + ((i * i) % 7) / 7) % 3) }));
    expect(flagged(coarse).some(({ pressure }) => ((pressure ?? 0) & FLAG.stuck) !== 0)).toBe(false);
  });

  it('stuck: saturated air rests and is not stuck', () => {
    const fog = everyS(2, 3000, (i) => ({ hum_raw: i > 500 ? 100 : 90 + live(i, 0.1) }));
    expect(flagged(fog).some(({ humidity }) => ((humidity ?? 0) & FLAG.stuck) !== 0)).toBe(false);
  });

  it('internal: two thermometers of one board far apart are suspect, and so is oversaturated air', () => {
    const [row] = flagged([{ ...AIR, ts: 0, temp_hum_chip: 21, temp_press_chip: 27, hum_raw: 105 }]);
    expect(row).toEqual({ temperature: FLAG.internal, humidity: FLAG.internal });
    expect(isBad(FLAG.internal)).toBe(false);
  });

  it('saved and loaded tests know the rests of their sensors', () => {
    const rows = everyS(2, 1500, (i) => ({ temp_raw: 21 + live(i, 0.02) }));
    const tests = new RowTests(LIMITS);
    flagged(rows, tests);
    const again = new RowTests(LIMITS, JSON.parse(JSON.stringify(tests)));
    expect(again.toJSON()).toEqual(tests.toJSON());
    expect(tests.toJSON().rests.temperature?.changes).toBe(200);
  });

  it('a person who says good wins over every test', () => {
    expect(isBad(FLAG.range | FLAG.spike | FLAG.handGood)).toBe(false);
    expect(isBad(FLAG.handBad)).toBe(true);
    expect(isBad(FLAG.step | FLAG.spatial)).toBe(false);
  });
});
