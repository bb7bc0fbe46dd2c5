import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../../src/base/durations.ts';
import { LABEL_LOOK_BACK_S, RainModel, type RainSettings } from '../../../../src/station/forecast/rain/model.ts';
import type { TickRow } from '../../../../src/station/tick.ts';
import { weather } from '../weather.ts';

const settings: RainSettings = {
  baseRate: 0.14,
  indoors: false,
  southern: false,
  place: { latitude: 55.8, longitude: 12.5 },
  stepS: 300,
};
const overDisk = <T>(state: T): T => JSON.parse(JSON.stringify(state)) as T;

/** Four days with a shower of half an hour every eleven hours. */
const rows: TickRow[] = weather(31, 4, 300).map((row) => ({
  ...row,
  rainMm: row.tS % (11 * HOUR_S) < HOUR_S / 2 ? 0.2 : 0,
}));
const showerS = rows.find(({ tS, rainMm }) => rainMm! > 0 && tS > rows[600]!.tS)!.tS;
const dryS = showerS + 5 * HOUR_S;

const fed = (list: readonly TickRow[], model = new RainModel(settings)): RainModel => {
  for (const row of list) model.observe(row);
  return model;
};
const until = (tS: number) => rows.filter((row) => row.tS <= tS);
const lookBack = (tS: number) => rows.filter((row) => row.tS <= tS && row.tS >= tS - LABEL_LOOK_BACK_S);
const weights = (model: RainModel) => {
  const { kept, before } = model.toJSON().gauge!;
  return { kept, before };
};

describe('a rain gauge', () => {
  it('is told of, judges a spell an hour, and says how good that was after a week', () => {
    const model = fed(rows);
    const bundle = model.bundle()!;
    expect(bundle.measured).toBe(true);
    const spells = Math.floor((rows.at(-1)!.tS - rows[0]!.tS) / HOUR_S) - 3;
    expect(Math.abs(bundle.measured_spells - spells)).toBeLessThanOrEqual(3);
    expect(bundle.measured_skill).toBeNull();
    expect(bundle.indoors_caveat).toBe(false);
    const longer = fed(
      weather(31, 12, 300).map((row) => ({ ...row, rainMm: row.tS % (11 * HOUR_S) < 1800 ? 0.2 : 0 })),
    );
    expect(longer.bundle()!.measured_skill).not.toBeNull();
  });

  it('is not there without reports, and then the chance is as without one, bit for bit', () => {
    const bare = rows.map(({ rainMm: _, ...row }) => row);
    const without = fed(bare);
    expect(without.bundle()!.measured).toBe(false);
    const gone = fed(rows);
    const later = bare.map((row) => ({ ...row, tS: row.tS + 4 * 86_400 }));
    expect(fed(later, gone).bundle()).toMatchObject({ measured: false, learner_trust: without.probabilities!.trust });
  });

  it('rows that come again, as after a mended clock, teach nothing twice', () => {
    const model = fed(rows);
    const before = overDisk(model.toJSON().gauge);
    model.relevel([]);
    fed(rows.slice(-200), model);
    expect(model.toJSON().gauge).toEqual(before);
  });

  it('rain that falls now makes rain of the next hours likely, at once', () => {
    const before = fed(until(showerS - 600)).probabilities!;
    const during = fed(until(showerS + 600)).probabilities!;
    expect(during.rain).toBeGreaterThan(before.rain + 0.2);
    expect(during.rain).toBeGreaterThan(0.4);
  });

  it.each([
    ['a dry hour', dryS],
    ['the hour before a shower', showerS - HOUR_S],
  ])('a spell in which it was silent for %s teaches nothing, wet or dry', (_, fromS) => {
    const silent = rows.map((row) => {
      const { rainMm, ...rest } = row;
      return row.tS > fromS && row.tS <= fromS + HOUR_S ? rest : { ...rest, rainMm: rainMm! };
    });
    const lessons = (model: RainModel) => model.toJSON().gauge!.kept.map(({ tS }) => tS);
    const known = lessons(fed(silent));
    const missing = lessons(fed(rows)).filter((tS) => !known.includes(tS));
    const over = lessons(fed(rows)).filter((tS) => tS <= fromS && tS >= fromS - 2 * HOUR_S);
    expect(over.length).toBeGreaterThanOrEqual(2);
    expect(missing).toEqual(expect.arrayContaining(over));
    for (const tS of missing) expect(Math.abs(tS - fromS)).toBeLessThanOrEqual(3 * HOUR_S);
  });

  // Rain of half an hour is told in the row that ends it: of eleven hours so much more looks wet.
  it.each([
    ['reports every ten minutes', 0.03, ({ tS }: TickRow) => tS % 600 === 0],
    ['reports every quarter of an hour', 0.03, ({ tS }: TickRow) => tS % 900 === 0],
    ['reports every half hour', 0.06, ({ tS }: TickRow) => tS % 1800 === 0],
    ['loses every fourth report', 0.03, ({ tS }: TickRow) => (tS / 300) % 4 > 0],
  ])('that %s finds rain as common as one that reports in every row, within %d', (_, within, reports) => {
    const isWet = ({ tS }: TickRow): boolean => (tS - 1200) % (11 * HOUR_S) < HOUR_S / 2;
    const whole = rows.map((row) => ({ ...row, rainMm: isWet(row) ? 0.2 : 0 }));
    let mm = 0;
    const sparse = whole.map(({ rainMm, ...row }) => {
      mm += rainMm;
      if (!reports(row)) return row;
      const told = { ...row, rainMm: mm };
      mm = 0;
      return told;
    });
    const values = (model: RainModel) => model.toJSON().gauge!.kept.map(({ value }) => value);
    const wet = (model: RainModel) => values(model).reduce((sum, value) => sum + value, 0) / values(model).length;
    const model = fed(sparse);
    expect(model.bundle()!.measured).toBe(true);
    expect(values(model).length).toBeGreaterThan(0.9 * values(fed(whole)).length);
    expect(Math.abs(wet(model) - wet(fed(whole)))).toBeLessThan(within);
  });

  it('saved and restored in the middle of a spell, it goes on as if it had never stopped', () => {
    for (const at of [100, 613, 900]) {
      const model = fed(rows.slice(0, at));
      const restored = RainModel.fromJSON(overDisk(model.toJSON()), settings);
      expect(overDisk(fed(rows.slice(at), restored).toJSON())).toEqual(overDisk(fed(rows).toJSON()));
    }
  });

  it('a station that relearns from its record knows what one that lived it on that scale knows, bit for bit', () => {
    const warmer = rows.map((row) => ({ ...row, temperatureC: row.temperatureC! + 2 }));
    const lived = fed(warmer);
    const calibrated = fed(rows);
    calibrated.relevel(warmer.slice(-60));
    const split = rows.length - 12;
    const relived = fed(warmer.slice(0, split));
    calibrated.adopt(overDisk(relived.usual()), warmer.slice(split));
    expect(calibrated.toJSON().gauge).toEqual(lived.toJSON().gauge);
    expect(calibrated.probabilities).toEqual(lived.probabilities);
  });

  it('rain of the rows that just came is not lost to a relearning that the store has not rolled up for yet', () => {
    const calibrated = fed(rows);
    const split = rows.length - 6;
    const bare = rows.slice(split).map(({ rainMm: _, ...row }) => row);
    calibrated.adopt(overDisk(fed(rows.slice(0, split)).usual()), bare);
    expect(calibrated.toJSON().gauge).toEqual(fed(rows).toJSON().gauge);
  });
});

describe('a person’s word beside a gauge', () => {
  const said = (model: RainModel, value: number, tS: number, id = 1) => model.learn({ id, value, tS }, lookBack(tS));
  const valueAt = (model: RainModel) => model.probabilities!.model;

  it('rain that somebody saw wins over a gauge that is blocked, whenever it is said', () => {
    const early = fed(until(dryS));
    said(early, 1, dryS);
    fed(rows.slice(until(dryS).length), early);
    const late = fed(rows);
    const before = valueAt(late);
    said(late, 1, dryS);
    expect(valueAt(late)).not.toBe(before);
    // What was said meanwhile differs, which is scored; what is learned of it does not.
    const told = new RainModel(settings);
    told.setWords([{ value: 1, tS: dryS }]);
    expect(valueAt(late)).toBe(valueAt(fed(rows, told)));
    expect(valueAt(early)).toBe(valueAt(late));
  });

  it('measured rain that somebody denies teaches nothing', () => {
    const denied = fed(rows);
    said(denied, 0, showerS + 300);
    const less = denied.bundle()!.measured_spells;
    expect(less).toBeLessThan(fed(rows).bundle()!.measured_spells);
    expect(fed(rows).bundle()!.measured_spells - less).toBeLessThanOrEqual(3);
  });

  it('taken back, it is as if it had never been said, bit for bit; set right, as if it had been so from the start', () => {
    const plain = fed(rows);
    const changed = fed(rows);
    said(changed, 1, dryS);
    expect(changed.undo(1)).toBe(true);
    expect(valueAt(changed)).toBe(valueAt(plain));
    expect(weights(changed)).toEqual(weights(plain));
    said(changed, 0, dryS, 2);
    expect(changed.correct(2, 1)).toBe(true);
    const right = fed(rows);
    said(right, 1, dryS, 2);
    expect(changed.probabilities).toEqual(right.probabilities);
  });
});
