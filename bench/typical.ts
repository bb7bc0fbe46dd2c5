// npm run -s typical: learns what a typical station needs from the development records, prints how it does on the record it was not
// fitted on, and writes src/station/forecast/learners/typical-table.ts and, for benches that must not be told what they are asked, bench/_typical-without.json.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_S, HOUR_S } from '../src/base/durations.ts';
import type { Target } from '../src/contract/names.ts';
import { factorise, solveFactorised } from '../src/maths/cholesky.ts';
import { EXPANDED_COUNT, expand } from '../src/station/forecast/learners/expansion.ts';
import {
  TYPICAL_FEATURES,
  Typical,
  type TypicalHead,
  type TypicalTable,
  typicalName,
} from '../src/station/forecast/learners/typical.ts';
import { type BenchRecord, developmentRecords } from './_records.ts';
import { Lessons, packTypical } from './_typical-lessons.ts';

/** A station that is new every so often: what is learned is what a new one needs. */
const PIECE_S = 60 * DAY_S;
const QUIET_S = 2 * DAY_S;
/** Some ten thousand lessons of each record, at every hour of the day. */
const EVERY_S: Readonly<Record<string, number>> = { Essen: 5 * HOUR_S };
/** In mean squares of a feature. */
const RIDGE = 0.004;
const N = EXPANDED_COUNT;

interface Seen {
  target: Target;
  horizonS: number;
  phi: Float64Array;
  y: number;
}

/** Mean products of features with one another and with what came. */
interface Sums {
  g: Float64Array;
  b: Float64Array;
  n: number;
}

function lessonsOf({ name, ticks, settings }: BenchRecord): Map<string, Seen[]> {
  const heads = new Map<string, Seen[]>();
  const startS = ticks[0]!.tS;
  let piece = -1;
  let lessons = new Lessons(settings, HOUR_S);
  for (const row of ticks) {
    const now = Math.floor((row.tS - startS) / PIECE_S);
    if (now !== piece) lessons = new Lessons(settings, EVERY_S[name] ?? HOUR_S);
    piece = now;
    for (const { target, horizonS, issueS, phi, y } of lessons.absorb(row)) {
      if ((issueS - startS) % PIECE_S < QUIET_S) continue;
      const key = typicalName(target, horizonS);
      const known = heads.get(key);
      if (known) known.push({ target, horizonS, phi, y });
      else heads.set(key, [{ target, horizonS, phi, y }]);
    }
  }
  return heads;
}

function sumsOf(lessons: readonly Seen[]): Sums {
  const g = new Float64Array(N * N);
  const b = new Float64Array(N);
  const z = new Float64Array(N);
  for (const { phi, y, horizonS } of lessons) {
    expand(phi, horizonS, z);
    for (let i = 0; i < N; i++) {
      const zi = z[i]!;
      if (zi === 0) continue;
      b[i] = b[i]! + zi * y;
      for (let j = 0; j <= i; j++) g[i * N + j] = g[i * N + j]! + zi * z[j]!;
    }
  }
  return { g, b, n: lessons.length };
}

/** Every record counts alike. */
function weightsOf(sums: readonly Sums[]): Float64Array {
  const a = new Float64Array(N * N);
  const b = new Float64Array(N);
  for (const one of sums) {
    for (let i = 0; i < a.length; i++) a[i] = a[i]! + one.g[i]! / one.n / sums.length;
    for (let i = 0; i < N; i++) b[i] = b[i]! + one.b[i]! / one.n / sums.length;
  }
  for (let i = 0; i < N; i++) a[i * (N + 1)] = a[i * (N + 1)]! + RIDGE;
  if (!factorise(a, N)) throw new Error('the sums of the records are not positive definite');
  return solveFactorised(a, b, N);
}

/** Mean squares and skill of a typical head on lessons. */
function judge(head: TypicalHead, lessons: readonly Seen[]): { moments: [number, number, number]; skill: number } {
  const { target, horizonS } = lessons[0]!;
  const name = typicalName(target, horizonS);
  const typical = Typical.of({ features: TYPICAL_FEATURES, heads: { [name]: head } }, target, horizonS)!;
  const moments: [number, number, number] = [0, 0, 0];
  let ours = 0;
  let still = 0;
  for (const { phi, y } of lessons) {
    const error = y - typical.predict(phi);
    for (const [i, square] of [y * y, y * error, error * error].entries()) moments[i]! += square / lessons.length;
    ours += Math.abs(error);
    still += Math.abs(y);
  }
  return { moments, skill: 1 - ours / still };
}

const records = developmentRecords();
const seen = records.map(lessonsOf);
const sums = seen.map((heads) => new Map([...heads].map(([name, lessons]) => [name, sumsOf(lessons)])));
const all: Record<string, TypicalHead> = {};
const without: Record<string, Record<string, TypicalHead>> = Object.fromEntries(records.map(({ name }) => [name, {}]));
for (const name of [...new Set(seen.flatMap((heads) => [...heads.keys()]))]) {
  const those = records.flatMap(({ name: record }, i) => {
    const own = sums[i]!.get(name);
    return own ? [{ record, own, lessons: seen[i]!.get(name)! }] : [];
  });
  if (those.length < 2) continue; // nobody could tell whether it is worth anything
  const judged = those.map(({ record, lessons }) => {
    const theta = weightsOf(those.filter((one) => one.record !== record).map(({ own }) => own));
    const { moments, skill } = judge(packTypical(theta, [0, 0, 0]), lessons);
    return { record, theta, moments, skill };
  });
  const meanOf = (from: typeof judged): [number, number, number] => {
    const of = (i: number) => from.reduce((sum, { moments }) => sum + moments[i]!, 0) / from.length;
    return [of(0), of(1), of(2)].map((value) => Number(value.toPrecision(4))) as [number, number, number];
  };
  all[name] = packTypical(weightsOf(those.map(({ own }) => own)), meanOf(judged));
  // Of a record that is left out not even the mean squares are known.
  for (const { record, theta } of judged)
    without[record]![name] = packTypical(theta, meanOf(judged.filter((one) => one.record !== record)));
  const told = judged.map(
    ({ record, skill, moments }) => `${record} ${skill.toFixed(3)} (${(moments[2] / moments[0]).toFixed(2)})`,
  );
  console.log(`${name.padEnd(18)} skill alone on the record left out (mean square left): ${told.join(', ')}`);
}
const table = (heads: Record<string, TypicalHead>): TypicalTable => ({
  features: TYPICAL_FEATURES,
  heads: Object.fromEntries(
    Object.entries(heads)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, { theta, scale, moments }]) => [name, { theta, scale: Number(scale.toPrecision(6)), moments }]),
  ),
});
const TABLE = 'src/station/forecast/learners/typical-table.ts';
const WITHOUT = 'bench/_typical-without.json';
const doc =
  'Model of a typical station, from the development records, each with equal weight. Made by npm run -s typical.';
const heads = JSON.stringify(table(all)).replaceAll('},"', '},\n"');
writeFileSync(
  join(process.cwd(), TABLE),
  `import type { TypicalTable } from './typical.ts';\n\n/** ${doc} */\n// biome-ignore format: a head a line\nexport const TYPICAL: TypicalTable = ${heads};\n`,
);
const tables = Object.fromEntries(Object.entries(without).map(([name, heads]) => [name, table(heads)]));
writeFileSync(join(process.cwd(), WITHOUT), JSON.stringify(tables));
execFileSync('npx', ['biome', 'check', '--write', TABLE, WITHOUT], { stdio: 'inherit' });
