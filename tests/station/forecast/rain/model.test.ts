import { describe, expect, it } from 'vitest';
import { Precipitation } from '../../../../src/contract/conditions.ts';
import { RAIN_FEATURES, rainFeatures } from '../../../../src/station/forecast/rain/features.ts';
import { LABEL_LOOK_BACK_S, RainModel, type RainSettings } from '../../../../src/station/forecast/rain/model.ts';
import type { TickRow } from '../../../../src/station/tick.ts';
import { tickRow, tickRows } from '../../../support/tick-rows.ts';

const settings: RainSettings = {
  baseRate: 0.14,
  indoors: false,
  southern: false,
  place: { latitude: 55.8, longitude: 12.5 },
  stepS: 300,
};
const startS = 1.75e9 - (1.75e9 % 300);

function fed(rows: TickRow[], model = new RainModel(settings)): RainModel {
  for (const row of rows) model.observe(row);
  return model;
}

describe('the rain model', () => {
  const damp = (tS: number, i: number): Partial<TickRow> => ({
    humidityPct: 92 - 0.0001 * (tS % 7),
    cloudIndex: 0.95,
    stationHpa: 1005 - 0.05 * i,
  });
  const bright = (): Partial<TickRow> => ({ humidityPct: 45, cloudIndex: 0.05, stationHpa: 1022 });

  it('knows without any label that falling pressure under a dark, damp sky means rain', () => {
    const wet = fed(tickRows(startS, 60, damp)).bundle()!;
    const dry = fed(tickRows(startS, 60, bright)).bundle()!;
    expect(wet.rain_probability!).toBeGreaterThan(0.35);
    expect(dry.rain_probability!).toBeLessThan(0.08);
    expect(wet.rain_probability).toBe(wet.prior_probability);
    expect(wet.learner_trust).toBe(0);
  });

  it('learns from the first row there is, on a station that began a few minutes before the label', () => {
    const rows = tickRows(startS, 1, damp);
    const model = fed(rows);
    expect(model.learn({ id: 1, value: 1, tS: startS + 120 }, rows)).toMatchObject({ learned: true, strong_labels: 1 });
    expect(model.learn({ id: 2, value: 1, tS: startS - 1 }, rows)).toMatchObject({ learned: false, strong_labels: 1 });
    expect(model.undo(1)).toBe(true);
    expect(model.bundle()!.strong_labels).toBe(0);
  });

  it('does not take a calibration for weather', () => {
    const model = fed(tickRows(startS, 60, damp));
    model.relevel(tickRows(startS, 60, (tS, i) => ({ ...damp(tS, i), temperatureC: 12 })));
    const jump = { humidityPct: 92, cloudIndex: 0.95, stationHpa: 1002, temperatureC: 12 };
    model.observe(tickRow(startS + 60 * 300, jump));
    const x = rainFeatures(JSON.parse(JSON.stringify(model)).rows, startS + 60 * 300, null, 300)!;
    expect(x[RAIN_FEATURES.indexOf('temp_change_1h')]).toBeCloseTo(0, 9);
  });

  it('gives a bundle of just the fields of the contract, and none before anything was measured', () => {
    expect(new RainModel(settings).bundle()).toBeNull();
    const blind = () => ({ humidityPct: null, stationHpa: null, cloudIndex: null });
    expect(fed(tickRows(startS, 40, blind)).bundle()).toBeNull();
    const bundle = fed(tickRows(startS, 40, damp)).bundle()!;
    expect(Precipitation.parse(bundle)).toEqual(bundle);
    expect(Object.keys(bundle).sort()).toEqual(Object.keys(Precipitation.shape).sort());
    expect(bundle.pressure_characteristic).toBe('falling');
    expect(bundle.tendency).toBeCloseTo(-0.6, 9);
    expect(bundle.indoors_caveat).toBe(false);
  });

  it('learns a late label from the record of its own time, not from now', () => {
    const then = tickRows(startS, 60, damp);
    const now = tickRows(startS + 7 * 86400, 60, bright);
    const onTime = fed(then);
    const late = fed(now, fed(then));
    const label = { id: 1, value: 1, tS: then.at(-1)!.tS };
    const before = late.internals().coefficients.map(({ weight }) => weight!);
    onTime.learn(label, then);
    expect(late.learn(label, then)).toMatchObject({ learned: true, strong_labels: 1 });
    const moved = late.internals().coefficients.map(({ weight }, i) => weight! - before[i]!);
    expect(moved[RAIN_FEATURES.indexOf('cloudiness_90m')]!).toBeGreaterThan(0); // dark then, bright now
    expect(moved[RAIN_FEATURES.indexOf('humidity')]!).toBeGreaterThan(0);
  });

  it('shows no probability from last week as if it were now', () => {
    const rows = tickRows(startS, 60, damp);
    const restored = RainModel.fromJSON(JSON.parse(JSON.stringify(fed(rows))), settings);
    const lastS = rows.at(-1)!.tS;
    expect(restored.bundle(lastS + 299)!.rain_probability).toBeGreaterThan(0);
    expect(restored.bundle(lastS + 7 * 86400)).toMatchObject({
      rain_probability: null,
      label: null,
      condition: null,
      tendency: null,
      sea_level_pressure: null,
      strong_labels: 0,
    });
  });

  it('keeps a label for which there is no record, without learning from it', () => {
    const model = fed(tickRows(startS, 40, damp));
    expect(model.learn({ id: 1, value: 1, tS: startS - 86400 }, [])).toEqual({ learned: false, strong_labels: 0 });
  });

  it('takes a label back as if it had never been given, bit for bit, even when others came after it', () => {
    const rows = tickRows(startS, 400, (tS, i) => ({ ...damp(tS, i % 50), humidityPct: 70 + 20 * Math.sin(i / 20) }));
    const with3 = new RainModel(settings);
    const with2 = new RainModel(settings);
    rows.forEach((row, i) => {
      with3.observe(row);
      with2.observe(row);
      const before = rows.slice(Math.max(0, i - LABEL_LOOK_BACK_S / 300), i + 1);
      if (i === 100 || i === 300)
        for (const model of [with2, with3]) model.learn({ id: i, value: 0, tS: row.tS }, before);
      if (i === 200) with3.learn({ id: 200, value: 1, tS: row.tS }, before);
    });
    expect(JSON.stringify(with3)).not.toBe(JSON.stringify(with2));
    expect(with3.undo(200)).toBe(true);
    expect(JSON.stringify(with3)).toBe(JSON.stringify(with2));
    expect(with3.undo(200)).toBe(false);
  });

  it.each([
    [
      'taken back',
      (id: number, at: number) => (id === at ? null : 0),
      (model: RainModel, at: number) => model.undo(at),
    ],
    [
      'set right',
      (id: number, at: number) => (id === at ? 1 : 0),
      (model: RainModel, at: number) => model.correct(at, 1),
    ],
  ])('a label of long ago that is %s equals one that was never given so, over a restart', (_, otherwise, mend) => {
    const rows = tickRows(startS, 500, (tS, i) => ({ ...damp(tS, i % 50), humidityPct: 70 + 20 * Math.sin(i / 20) }));
    const at = 110; // of 39 labels the second
    const given = (value: (id: number) => number | null) => {
      const model = new RainModel(settings);
      rows.forEach((row, i) => {
        model.observe(row);
        const said = i >= 100 && i % 10 === 0 ? value(i) : null;
        if (said !== null) model.learn({ id: i, value: said, tS: row.tS }, rows.slice(Math.max(0, i - 60), i + 1));
      });
      return model;
    };
    const slip = given(() => 0);
    const mended = RainModel.fromJSON(JSON.parse(JSON.stringify(slip)), settings);
    expect(mended.remembers(at)).toBe(true);
    expect(mend(mended, at)).toBe(true);
    const never = given((id) => otherwise(id, at));
    expect(JSON.stringify(slip)).not.toBe(JSON.stringify(never));
    expect(mended.internals()).toEqual(never.internals());
    const last = rows.at(-1)!;
    for (const model of [mended, never]) model.learn({ id: 999, value: 1, tS: last.tS }, rows.slice(-60));
    expect(mended.internals()).toEqual(never.internals());
  });

  it('can take a label back after days of skies that spoke for themselves', () => {
    const rows = tickRows(startS, 60, damp);
    const [labelled, silent] = [fed(rows), fed(rows)];
    labelled.learn({ id: 5, value: 1, tS: rows.at(-1)!.tS }, rows);
    for (const row of tickRows(startS + 60 * 300, 12 * 40, bright))
      for (const model of [labelled, silent]) model.observe(row);
    expect(labelled.internals().weak_labels).toBeGreaterThan(30);
    expect(labelled.undo(5)).toBe(true);
    expect(JSON.stringify(labelled)).toBe(JSON.stringify(silent));
  });

  it('can take a label back after a restart', () => {
    const rows = tickRows(startS, 60, damp);
    const model = fed(rows);
    const untouched = JSON.stringify(model);
    model.learn({ id: 9, value: 1, tS: rows.at(-1)!.tS }, rows);
    const restored = RainModel.fromJSON(JSON.parse(JSON.stringify(model)), settings);
    expect(restored.bundle()).toEqual(model.bundle());
    expect(restored.undo(9)).toBe(true);
    expect(JSON.stringify(restored)).toBe(untouched);
  });

  describe('a word on the weather outside', () => {
    const rows = tickRows(startS, 60, damp);
    const lastS = rows.at(-1)!.tS;
    const word = (id: number, value: number, tS = lastS) => ({ id, value, tS });
    const told = (...words: ReturnType<typeof word>[]) => {
      const model = fed(rows);
      for (const one of words) model.learn(one, rows);
      return model;
    };
    const chance = (model: RainModel): number => model.bundle()!.rain_probability!;
    const silent = chance(fed(rows));

    it('counts at once: rain stays likely where it rains, and dry weather stays', () => {
      expect(chance(told(word(1, 1)))).toBeGreaterThan(silent + 0.2);
      expect(chance(told(word(1, 0)))).toBeLessThan(silent - 0.03);
      expect(chance(told(word(1, 0.5)))).toBeCloseTo(silent, 2);
      const { rain_probability, model_probability, prior_probability, learner_trust, word_logit } = told(
        word(1, 1),
      ).bundle()!;
      const logit = (p: number | null) => Math.log(p! / (1 - p!));
      const mixed = learner_trust! * logit(model_probability) + (1 - learner_trust!) * logit(prior_probability);
      expect(logit(rain_probability)).toBeCloseTo(mixed + word_logit!, 9);
    });

    it('fades, and the newer one of two counts, whichever was given first', () => {
      const later = (hours: number) => fed(tickRows(lastS + 300, 12 * hours, damp), told(word(1, 1)));
      const worth = [0.5, 3, 12].map((hours) => later(hours).bundle()!.word_logit!);
      expect(worth).toEqual(worth.toSorted((a, b) => b - a));
      expect(worth.at(-1)).toBeGreaterThan(0);
      expect(later(25).bundle()!.word_logit).toBe(0);
      const [wet, dry] = [word(1, 1, lastS - 3600), word(2, 0)];
      expect(told(wet, dry).bundle()!.word_logit).toBeLessThan(0);
      expect(told(dry, wet).bundle()!.word_logit).toBe(told(wet, dry).bundle()!.word_logit);
    });

    it('is as if never said when it is taken back, over a restart too, and what was said before it counts again', () => {
      const [wet, dry] = [word(1, 1, lastS - 3600), word(2, 0)];
      const restart = (model: RainModel) => RainModel.fromJSON(JSON.parse(JSON.stringify(model)), settings);
      const both = told(wet, dry);
      const again = restart(both);
      expect(again.bundle()).toEqual(both.bundle());
      again.undo(2);
      expect(again.bundle()).toEqual(told(wet).bundle());
      again.undo(1);
      expect(again.bundle()).toEqual(fed(rows).bundle());
      both.correct(2, 1);
      expect(restart(both).bundle()).toEqual(told(wet, word(2, 1)).bundle());
    });
  });

  it('notes dry air under a bright sky by itself, once an hour, until people have said enough', () => {
    const model = fed(tickRows(startS, 12 * 5, bright));
    expect(model.internals().weak_labels).toBe(5);
    expect(model.internals().strong_labels).toBe(0);
    const indoors = fed(tickRows(startS, 60, bright), new RainModel({ ...settings, indoors: true }));
    expect(indoors.internals().weak_labels).toBe(0);
  });

  it('counts two labels of the same moment the same in either order', () => {
    const rows = tickRows(startS, 60, damp);
    const tS = rows.at(-1)!.tS;
    const counts = [
      [0, 1],
      [1, 0],
    ].map((values) => {
      const model = fed(rows);
      values.forEach((value, i) => {
        model.learn({ id: i, value, tS }, rows);
      });
      const { strong_labels, weak_labels } = model.internals();
      return { strong_labels, weak_labels };
    });
    expect(counts[0]).toEqual(counts[1]);
  });

  it('reads the climate from the air when the configured rate is wrong by half', () => {
    const mixed = (tS: number, i: number) => (Math.floor(i / 288) % 3 === 0 ? damp(tS, i % 40) : bright());
    const rows = tickRows(startS, 288 * 60, mixed);
    const rates = [0.14 / 1.5, 0.14, 0.14 * 1.5].map((baseRate) => {
      const model = fed(rows, new RainModel({ ...settings, baseRate }));
      return model.internals().coefficients[0]!.weight!;
    });
    const spread = rates[2]! - rates[0]!;
    expect(spread).toBeGreaterThan(0);
    expect(spread).toBeLessThan(0.7 * (Math.log(0.21 / 0.79) - Math.log(0.0933 / 0.9067)));
  });

  it('indoors, where the air describes the room, keeps the configured rate on average', () => {
    const room = (tS: number): Partial<TickRow> => ({
      temperatureC: 21,
      humidityPct: 38 + 4 * Math.sin(tS / 20_000),
      cloudIndex: null,
    });
    const rows = tickRows(startS, 288 * 120, room);
    const model = fed(rows, new RainModel({ ...settings, indoors: true }));
    expect(Math.abs(model.probabilities!.prior - 0.14)).toBeLessThan(0.04);
  });
});
