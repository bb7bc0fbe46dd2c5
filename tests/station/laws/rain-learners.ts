import { restored, type Saved } from '../../../src/maths/codec.ts';
import { RainClimate } from '../../../src/station/forecast/rain/climate.ts';
import { RAIN_FEATURES } from '../../../src/station/forecast/rain/features.ts';
import { RainGauge } from '../../../src/station/forecast/rain/gauge.ts';
import { gaugeFeatures } from '../../../src/station/forecast/rain/gauge-features.ts';
import { GaugeLearner } from '../../../src/station/forecast/rain/gauge-learner.ts';
import { type Lesson, RainLearner } from '../../../src/station/forecast/rain/learner.ts';
import { Lessons } from '../../../src/station/forecast/rain/lessons.ts';
import { RainModel, type RainState } from '../../../src/station/forecast/rain/model.ts';
import { RainPast } from '../../../src/station/forecast/rain/past.ts';
import { weather } from '../forecast/weather.ts';
import { type Learner, learner } from './learner.ts';
import { lessons } from './worlds.ts';

const fine = weather(22, 4, 300);
const rain = {
  baseRate: 0.15,
  indoors: false,
  southern: false,
  place: { latitude: 55.8, longitude: 12.5 },
  stepS: 300,
};

/** A shower of twenty minutes now and then, and a gauge that is silent for some hours. */
const measured = fine.map((row, i) => {
  if (i % 500 > 440) return row;
  return { ...row, rainMm: i % 83 < 4 ? 0.2 : 0 };
});
const AIR = RAIN_FEATURES.length;

const lessonOf = (id: number, phi: Float64Array, y: number): Lesson => ({
  id,
  value: y > 0 ? 1 : 0,
  early: [...phi],
  late: [...phi],
  prior: { early: 0.2, late: phi[2]! },
  intercept: -2,
  baseRate: 0.15,
});

export const rainLearners: readonly Learner[] = [
  learner('RainClimate', lessons(38, RAIN_FEATURES.length, 900), {
    fresh: () => new RainClimate(0.15, false, 300),
    step: (climate, { phi }) => {
      climate.learn(phi[1]!);
      return [climate.baseRate, climate.intercept];
    },
  }),
  learner('RainLearner', lessons(39, RAIN_FEATURES.length, 200), {
    fresh: () => new RainLearner(),
    step: (rainLearner, { phi, y }) => [
      rainLearner.learn(lessonOf(1, phi, y)),
      rainLearner.probabilities(phi, 0.3, -2),
      rainLearner.state.strong,
    ],
  }),
  learner('Lessons', lessons(43, RAIN_FEATURES.length, 60), {
    fresh: () => new Lessons(),
    restored: (saved: Saved<Lessons>) => new Lessons().restore(saved),
    step: (told, { phi, y }) => {
      const id = Math.abs(Math.round(1e9 * y));
      const lesson = lessonOf(id, phi, y);
      const loss = told.learn(lesson);
      // What was told a while ago is set right now and then.
      const rewritten = id % 5 === 0 && told.rewrite(id, (old) => [{ ...old, value: 1 - old.value }]);
      return [loss, rewritten, told.remembers(id), told.learner.probabilities(phi, 0.3, -2)];
    },
  }),
  learner('RainPast', fine, {
    fresh: () => new RainPast(300, rain.place),
    step: (past, row) => [past.observe(row), past.observe(row), past.at(row.tS - 1800)],
  }),
  learner('GaugeLearner', lessons(44, AIR, 400), {
    fresh: () => new GaugeLearner(),
    step: (gauge, { phi, y }) => {
      const x = gaugeFeatures(phi, y, 3600 * Math.abs(y));
      gauge.learn({ tS: 0, x, offset: y, said: 0.3, usual: 0.2, value: y > 0 ? 1 : 0 });
      return [gauge.skill, gauge.state.lessons, gauge.logit(Float64Array.from(x), y)];
    },
  }),
  learner('RainGauge', measured, {
    fresh: () => new RainGauge(300, 0.15),
    restored: (saved: Saved<RainGauge>) => {
      const gauge = restored(new RainGauge(300, 0.15), saved);
      gauge.setWords([]);
      return gauge;
    },
    step: (gauge, { tS, rainMm, humidityPct }) => {
      const air = Float64Array.from({ length: AIR }, (_, i) => ((humidityPct ?? 50) - 50) / (20 + i));
      gauge.measure(tS, rainMm ?? null);
      gauge.say(tS, air, -1.5);
      return [gauge.isThere(tS), gauge.logit(tS, air, -1.5), gauge.lessons, gauge.skill];
    },
  }),
  learner('RainModel', measured, {
    fresh: () => new RainModel(rain),
    restored: (saved: RainState) => RainModel.fromJSON(saved, rain),
    step: (model, row) => {
      model.observe(row);
      const at = measured.indexOf(row);
      const labelled =
        at % 100 === 99
          ? model.learn({ id: at, value: at % 200 > 100 ? 1 : 0, tS: row.tS }, measured.slice(at - 60, at + 1))
          : null;
      const undone = at % 300 === 299 ? model.undo(at - 100) : null;
      return [labelled, undone, model.bundle(), model.internals()];
    },
  }),
];
