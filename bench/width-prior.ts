// npm run -s bench -- width-prior: fits the shapes of src/station/forecast/bands/width-prior.ts to the development records, prints them beside
// those that are shipped, and what a shape fitted on two records is worth on the third, where nothing of it was known.

import { DAY_S } from '../src/base/durations.ts';
import { TARGETS } from '../src/contract/names.ts';
import { factorise, solveFactorised } from '../src/maths/cholesky.ts';
import {
  seasonality,
  WIDTH_INPUTS,
  type WidthPrior,
  widthInputs,
  widthPrior,
} from '../src/station/forecast/bands/width-inputs.ts';
import { ForecastEngine } from '../src/station/forecast/engine.ts';
import { type HeadKey, headName, horizonScale, UNIT } from '../src/station/forecast/grid.ts';
import { unpack } from '../src/station/forecast/heads/payload.ts';
import type { PendingRow } from '../src/station/forecast/pending.ts';
import { type BenchRecord, developmentRecords, TYPICAL_WITHOUT } from './_records.ts';

const HORIZONS_S = [21600, 43200, 86400];
const WARMUP_S = 60 * DAY_S;
/** Neighbours of five minutes say nothing new. */
const EVERY_S = 1800;
/** As the far pace of `Volatility` has them. */
const FLOOR = 0.1;
const BOLDNESS = 0.9;
/** Added to every mean square times the number of forecasts. */
const RIDGE = 1;
const HELD = 0.9;
const N = WIDTH_INPUTS;

/** What one head did on one record: inputs row by row, and the error of each in units of s_H. */
interface Lived {
  x: number[];
  error: number[];
}

/** Sums of one record about its own means. */
interface Sums {
  g: Float64Array;
  b: Float64Array;
  meanX: Float64Array;
  meanY: number;
  n: number;
}

const keys: HeadKey[] = TARGETS.flatMap((target) => HORIZONS_S.map((horizonS) => ({ target, horizonS })));
const sizeOf = (error: number): number => Math.log(Math.abs(error) + FLOOR);

/** A station lives through the record; what it foretold is laid beside what came. */
function livedIn({ name, ticks, settings }: BenchRecord): Map<string, Lived> {
  const engine = new ForecastEngine({ ...settings, typical: TYPICAL_WITHOUT[name] });
  const seasons = seasonality(settings.latitude);
  const lived = new Map<string, Lived>(keys.map((key) => [headName(key.target, key.horizonS), { x: [], error: [] }]));
  const waiting = new Map<string, PendingRow>();
  const idOf = (one: { target: string; horizonS: number; dueS: number }) => `${one.target} ${one.horizonS} ${one.dueS}`;
  const warmS = ticks[0]!.tS + WARMUP_S;
  for (const row of ticks) {
    const { matured, issued } = engine.tick(row);
    for (const one of matured) {
      const said = waiting.get(idOf(one));
      const known = lived.get(headName(one.target, one.horizonS));
      if (!said || !known) continue;
      waiting.delete(idOf(one));
      const { phi, psi } = unpack(said.payload);
      for (const value of widthInputs(psi, phi, one.dueS, seasons)) known.x.push(value);
      known.error.push((one.truth - one.forecast) / horizonScale(one.target, one.horizonS));
    }
    if (row.tS <= warmS || row.tS % EVERY_S !== 0) continue;
    for (const one of issued) if (HORIZONS_S.includes(one.horizonS)) waiting.set(idOf(one), one);
  }
  return lived;
}

function sumsOf({ x, error }: Lived): Sums {
  const n = error.length;
  const meanX = new Float64Array(N);
  for (const [i, value] of x.entries()) meanX[i % N]! += value / n;
  const meanY = error.reduce((sum, e) => sum + sizeOf(e), 0) / n;
  const g = new Float64Array(N * N);
  const b = new Float64Array(N);
  for (let row = 0; row < n; row++) {
    const y = sizeOf(error[row]!) - meanY;
    for (let i = 0; i < N; i++) {
      const xi = x[row * N + i]! - meanX[i]!;
      b[i]! += xi * y;
      for (let j = 0; j <= i; j++) g[i * N + j]! += xi * (x[row * N + j]! - meanX[j]!);
    }
  }
  return { g, b, meanX, meanY, n };
}

/** Least squares, each record with the square root of its number of forecasts; the first weight makes the whole 0 on average. */
function fitted(records: readonly Sums[]): WidthPrior {
  const g = new Float64Array(N * N);
  const b = new Float64Array(N);
  for (const one of records) {
    const weight = 1 / Math.sqrt(one.n);
    for (let i = 0; i < g.length; i++) g[i]! += weight * one.g[i]!;
    for (let i = 0; i < N; i++) b[i]! += weight * one.b[i]!;
  }
  for (let i = 0; i < N; i++) g[i * (N + 1)]! += RIDGE;
  if (!factorise(g, N)) throw new Error('the sums of the records are not positive definite');
  const shape = [...solveFactorised(g, b, N)];
  const meanOf = (of: (one: Sums) => number): number => records.reduce((sum, one) => sum + of(one), 0) / records.length;
  shape[0] = -shape.reduce((sum, weight, i) => (i === 0 ? 0 : sum + weight * meanOf(({ meanX }) => meanX[i]!)), 0);
  return { mean: meanOf(({ meanY }) => meanY), shape };
}

/** Mean Winkler score of bands of this shape whose one quantile holds nine in ten of the record. */
function winkler({ x, error }: Lived, shape: readonly number[] | null): number {
  const width = error.map((_, row) => {
    const foretold = shape?.reduce((sum, weight, i) => sum + weight * x[row * N + i]!, 0) ?? 0;
    return Math.exp(Math.min(1.5, Math.max(-1.5, BOLDNESS * foretold)));
  });
  const scores = error.map((e, row) => Math.abs(e) / width[row]!).sort((a, b) => a - b);
  const quantile = scores[Math.floor(HELD * scores.length)]!;
  return error.reduce((sum, e, row) => {
    const half = quantile * width[row]!;
    return sum + (2 * half + 20 * Math.max(0, Math.abs(e) - half)) / error.length;
  }, 0);
}

const rounded = (value: number): number => Math.round(100 * value) / 100 + 0;
const change = (score: number, against: number): string => (100 * (score / against - 1)).toFixed(1);

const records = developmentRecords();
const lived = records.map((record) => ({ name: record.name, heads: livedIn(record) }));
for (const key of keys) {
  const name = headName(key.target, key.horizonS);
  const those = lived.map(({ name: record, heads }) => ({
    record,
    seen: heads.get(name)!,
    sums: sumsOf(heads.get(name)!),
  }));
  const all = fitted(those.map(({ sums }) => sums));
  const shipped = widthPrior(key.target, key.horizonS)!;
  const moved = all.shape.map((weight, i) => Math.abs(rounded(weight) - shipped.shape[i]!));
  console.log(
    `${key.target} ${key.horizonS / 3600} h (s_H ${(UNIT[key.target] * Math.sqrt(key.horizonS / 3600)).toFixed(2)})`,
  );
  console.log(`  fitted  ${rounded(all.mean)} [${all.shape.map(rounded).join(', ')}]`);
  console.log(
    `  shipped ${shipped.mean} [${shipped.shape.join(', ')}], largest difference ${Math.max(...moved).toFixed(2)}`,
  );
  for (const { record, seen, sums } of those) {
    const flat = winkler(seen, null);
    const own = winkler(seen, fitted([sums]).shape);
    const others = winkler(seen, fitted(those.filter((one) => one.record !== record).map((one) => one.sums)).shape);
    console.log(
      `  ${record.padEnd(11)} n ${String(seen.error.length).padStart(5)}, Winkler score ${flat.toFixed(3)} without a shape; ` +
        `own ${change(own, flat)} %, of the other records ${change(others, flat)} %, shipped ${change(winkler(seen, shipped.shape), flat)} %`,
    );
  }
}
