// One record through the air once, and then many people who talk of it: labels change neither the weather nor what is usual, so a drawing of
// them costs a fraction of a replay. A lesson is learned with the moment as it was seen then, where the station looks at it again under the pressure
// that is usual by now.

import type { RainRecord } from '../scripts/rain-prior/fit.ts';
import { rainAhead, raining } from '../src/backtest/rain.ts';
import { type RainScore, RainTally } from '../src/backtest/rain-scores.ts';
import { DAY_S, HOUR_S } from '../src/base/durations.ts';
import { RainClimate } from '../src/station/forecast/rain/climate.ts';
import { isPlainlyDry } from '../src/station/forecast/rain/features.ts';
import type { Lesson } from '../src/station/forecast/rain/learner.ts';
import { Lessons } from '../src/station/forecast/rain/lessons.ts';
import { EARLY_S, LATE_S, WEAK_UNTIL_STRONG } from '../src/station/forecast/rain/model.ts';
import { RainPast } from '../src/station/forecast/rain/past.ts';
import { priorScore, type RainPrior } from '../src/station/forecast/rain/prior.ts';
import { WORD_COUNTS_S, worthOf } from '../src/station/forecast/rain/word.ts';
import { seeded } from '../tests/support/seeded.ts';

const EVERY_S = 3 * HOUR_S;

/** One row of a record as the rain model sees it. */
interface Seen {
  tS: number;
  features: Float64Array;
  score: number;
  intercept: number;
  baseRate: number;
  isPlainlyDry: boolean;
}

export interface Lived {
  stepS: number;
  baseRate: number;
  tS: number[];
  seen: (Seen | null)[];
  wet: (boolean | null)[];
  ahead: (boolean | null)[];
}

/** How a person talks: so many words on average, rain so many times more readily, wrong so often. */
export interface Teacher {
  labels: number;
  slips: number;
  eagerness: number;
}

export function lived({ rows, ticks, stepS, place }: RainRecord, prior: RainPrior, baseRate: number): Lived {
  const past = new RainPast(stepS, place);
  const climate = new RainClimate(baseRate, false, stepS, prior);
  const seen = ticks.map((row): Seen | null => {
    past.observe(row);
    const moment = past.at(row.tS);
    if (moment === null) return null;
    const raw = priorScore(prior, moment.inputs);
    climate.learn(raw);
    return {
      tS: row.tS,
      features: moment.features,
      score: climate.steepness * raw,
      intercept: climate.intercept,
      baseRate: climate.baseRate,
      isPlainlyDry: isPlainlyDry(row.humidityPct, moment.features),
    };
  });
  return { stepS, baseRate, tS: ticks.map(({ tS }) => tS), seen, wet: raining(rows), ahead: rainAhead(rows, stepS) };
}

/** What the station said of rows `from` to `to` and what came, told something by nobody (null) or by a teacher. */
export function replay(of: Lived, teacher: Teacher | null, seed: number, from = 0, to = of.tS.length): RainScore {
  const { stepS, tS, seen, wet, ahead } = of;
  const { labels, slips, eagerness } = teacher ?? { labels: 0, slips: 0, eagerness: 1 };
  const { uniform } = seeded(seed);
  const lessons = new Lessons();
  const tally = new RainTally(of.baseRate);
  let eager = 0;
  for (let i = from; i < to; i++) eager += wet[i] === null ? 0 : wet[i] ? eagerness : 1;
  let lastWeakS = Number.NEGATIVE_INFINITY;
  let given = 0;
  for (let i = from; i < to; i++) {
    const now = seen[i] ?? null;
    const { learner } = lessons;
    if (now?.isPlainlyDry && learner.state.strong < WEAK_UNTIL_STRONG && now.tS - lastWeakS >= HOUR_S) {
      lastWeakS = now.tS;
      lessons.learnBefore(lessonOf(null, 0, null, now, now));
    }
    const truth = ahead[i] ?? null;
    if (now !== null && truth !== null && now.tS % EVERY_S === 0) {
      const word = lessons.wordSince(now.tS - WORD_COUNTS_S);
      const told = word ? worthOf(word, now.tS) : 0;
      tally.add(learner.probabilities(now.features, now.score, now.intercept, told), truth);
    }
    const rains = wet[i] ?? null;
    if (rains === null || uniform() >= (labels * (rains ? eagerness : 1)) / eager) continue;
    const said = uniform() < slips ? !rains : rains;
    const [early, late] = [EARLY_S, LATE_S].map((backS) => seenAt(of, i, tS[i]! - backS));
    if (now && (early || late)) lessons.learn({ ...lessonOf(++given, said ? 1 : 0, early!, late!, now), tS: now.tS });
  }
  return tally.score({ coefficients: [], strong_labels: given, weak_labels: 0, logloss_ewma: null });

  function seenAt({ seen: all }: Lived, i: number, atS: number): Seen | null {
    let at = i;
    while (at >= 0 && tS[at]! > atS) at -= 1;
    return at >= 0 && tS[at]! > atS - stepS ? all[at]! : null;
  }
}

const lessonOf = (id: number | null, value: number, early: Seen | null, late: Seen | null, now: Seen): Lesson => ({
  id,
  value,
  early: early && [...early.features],
  late: late && [...late.features],
  prior: { early: early?.score ?? null, late: late?.score ?? null },
  intercept: now.intercept,
  baseRate: now.baseRate,
});

/** Pieces of so many days, as rows from and to. */
export function pieces({ tS }: Lived, days: number): [number, number][] {
  const found: [number, number][] = [];
  for (let from = 0; from < tS.length; ) {
    let to = from;
    while (to < tS.length && tS[to]! < tS[from]! + days * DAY_S) to += 1;
    if (to < tS.length) found.push([from, to]);
    from = to;
  }
  return found;
}
