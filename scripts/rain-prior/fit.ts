import { rainAhead } from '../../src/backtest/rain.ts';
import { aucOf } from '../../src/backtest/rain-scores.ts';
import type { RecordRow } from '../../src/backtest/record.ts';
import { HOUR_S } from '../../src/base/durations.ts';
import { logit, sigmoid } from '../../src/maths/online-logistic.ts';
import { RainPast } from '../../src/station/forecast/rain/past.ts';
import {
  type Ensemble,
  type Pair,
  priorScore,
  type RainPrior,
  type Steps,
} from '../../src/station/forecast/rain/prior.ts';
import { PRIOR_INPUTS, type PriorInputs } from '../../src/station/forecast/rain/prior-inputs.ts';
import type { TickRow } from '../../src/station/tick.ts';
import { boost, type Examples, type Pull } from './boost.ts';

/** A record with everything the prior is fitted from. */
export interface RainRecord {
  name: string;
  rows: RecordRow[];
  ticks: TickRow[];
  stepS: number;
  place: { latitude: number; longitude: number };
}

export interface RainExample {
  tS: number;
  inputs: PriorInputs;
  /** Whether any rain followed, as the station means it. */
  wet: boolean;
  /** Whether so much followed that every gauge tells of it. */
  measurable: boolean;
}

export interface RainSite {
  name: string;
  place: RainRecord['place'];
  examples: RainExample[];
}

/**
 * Some gauges tell of hundredths of a millimetre (most wet rows of two records), others of nothing below a tenth. What is ranked is learned from what all of
 * them tell of; how often it rains here, from any rain. A place that was left out is ranked better so, whatever it calls rain.
 */
const MEASURABLE_MM = 0.1;

/** What is known of the physics, so that three places cannot teach the opposite by chance. */
const PULLS: Record<(typeof PRIOR_INPUTS)[number], Pull> = {
  humidity_over_ice: 1,
  pressure_change_3h: -1,
  pressure_in_spreads: -1,
  humidity_change_1h: 1,
  temp_change_3h: 0,
  sun_elevation: 0,
  sun_rise_1h: 0,
  cloudiness_90m: 1,
};
/** Every place weighs the same, however long its record is. */
const SITE_WEIGHT = 10_000;
/** More neighbours than these say the same once more. */
const MOST_EXAMPLES = 25_000;

/** Every full hour whose next three hours are known, as the station would have seen it. */
export function siteOf({ name, rows, ticks, stepS, place }: RainRecord): RainSite {
  const ahead = rainAhead(rows, stepS);
  const past = new RainPast(stepS, place);
  const examples = ticks.flatMap((row, i): RainExample[] => {
    past.observe(row);
    const wet = ahead[i] ?? null;
    const moment = row.tS % HOUR_S === 0 && wet !== null ? past.at(row.tS) : null;
    const measurable = wet === true && amountAhead(rows, i) > MEASURABLE_MM - 1e-9;
    return moment && wet !== null ? [{ tS: row.tS, inputs: moment.inputs, wet, measurable }] : [];
  });
  return { name, place, examples };
}

function amountAhead(rows: readonly RecordRow[], i: number): number {
  let mm = 0;
  for (let j = i + 1; j < rows.length && rows[j]!.tS <= rows[i]!.tS + 3 * HOUR_S; j++) mm += rows[j]!.rainMm ?? 0;
  return mm;
}

export const wetShare = ({ examples }: RainSite): number => examples.filter(({ wet }) => wet).length / examples.length;

/** Of these sites alone. */
export function fitPrior(sites: readonly RainSite[]): RainPrior {
  const examples = gathered(sites);
  const pulls = PRIOR_INPUTS.map((name) => PULLS[name]);
  const lit = boost(examples, pulls);
  const dark = boost(
    examples,
    PRIOR_INPUTS.map((name, i) => (name === 'cloudiness_90m' ? null : pulls[i]!)),
  );
  const bare = { lit, dark, commonIntercept: 0, centre: 0, fittedOn: [] };
  const intercepts = sites.map((site) => interceptOf(site, bare));
  const mean = (values: number[]) => Number((values.reduce((a, b) => a + b, 0) / values.length).toFixed(3));
  return {
    lit,
    dark,
    commonIntercept: mean(intercepts),
    centre: mean(intercepts.map((intercept, i) => intercept - logit(wetShare(sites[i]!)))),
    fittedOn: sites.map(({ name, place, examples: of }) => ({
      name,
      ...place,
      fromS: of[0]!.tS,
      untilS: of.at(-1)!.tS,
    })),
  };
}

function gathered(sites: readonly RainSite[]): Examples {
  const thinned = sites.map((site) => {
    const every = Math.ceil(site.examples.length / MOST_EXAMPLES);
    const examples = site.examples.filter((_, i) => i % every === 0);
    const share = examples.filter(({ measurable }) => measurable).length / examples.length;
    return { examples, weight: SITE_WEIGHT / examples.length, offset: logit(share) };
  });
  const all = thinned.flatMap(({ examples, weight, offset }) => examples.map((of) => ({ ...of, weight, offset })));
  return {
    columns: PRIOR_INPUTS.map((_, input) => Float64Array.from(all, ({ inputs }) => inputs.values[input]!)),
    truth: Float64Array.from(all, ({ measurable }) => (measurable ? 1 : 0)),
    weight: Float64Array.from(all, ({ weight }) => weight),
    offset: Float64Array.from(all, ({ offset }) => offset),
  };
}

/** With which the mean probability is how often it rained. */
function interceptOf(site: RainSite, prior: RainPrior): number {
  const scores = site.examples.map(({ inputs }) => priorScore(prior, inputs));
  const share = wetShare(site);
  let intercept = logit(share);
  for (let i = 0; i < 100; i++) {
    const mean = scores.reduce((sum, score) => sum + sigmoid(intercept + score), 0) / scores.length;
    intercept += 4 * (share - mean);
  }
  return intercept;
}

/** How well a prior ranks a site it may never have seen, and what its probabilities are worth once the site's own base rate is known. */
export function judged(site: RainSite, prior: RainPrior): { auc: number; brierSkill: number; shift: number } {
  const intercept = interceptOf(site, prior);
  const said = site.examples.map(({ inputs, wet }) => ({
    p: sigmoid(intercept + priorScore(prior, inputs)),
    truth: wet ? 1 : 0,
  }));
  const share = wetShare(site);
  const brier = said.reduce((sum, { p, truth }) => sum + (p - truth) ** 2, 0) / said.length;
  return {
    auc: aucOf(said),
    brierSkill: 1 - brier / (share * (1 - share)),
    shift: intercept - logit(share),
  };
}

/** Cuts and worths on a line each and two pairs on one, so that a change of the fit can be read. */
export function priorModule(prior: RainPrior): string {
  const step = ({ input, cuts, worth }: Steps) =>
    `      { input: ${input}, cuts: [${cuts.join(', ')}], // ${PRIOR_INPUTS[input]}\n        worth: [${worth.join(', ')}] },\n`;
  const pair = (pair: Pair, i: number) => `${i % 2 === 0 ? '\n      ' : ' '}[${pair.join(', ')}],`;
  const ensemble = ({ steps, pairs }: Ensemble, name: string) =>
    `  ${name}: {\n    steps: [\n${steps.map(step).join('')}    ],\n    pairs: [${pairs.map(pair).join('')}\n    ],\n  },\n`;
  return `// Made by scripts/fit-rain-prior.mjs. Not to be changed by hand.

// biome-ignore format: a table
export const PRIOR_FITTED = {
${ensemble(prior.lit, 'lit')}${ensemble(prior.dark, 'dark')}  commonIntercept: ${prior.commonIntercept},
  centre: ${prior.centre},
  fittedOn: [
${prior.fittedOn
  .map(
    (of) =>
      `    { name: '${of.name}', latitude: ${of.latitude}, longitude: ${of.longitude}, fromS: ${of.fromS}, untilS: ${of.untilS} },\n`,
  )
  .join('')}  ],
} as const;
`;
}
