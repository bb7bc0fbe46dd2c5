// npm run -s bench -- neighbours [YEARS]: whether neighbours' pressure and temperature make forecasts better. A SIMULATION of fronts that
// cross a fleet: nothing in the product uses what is tried here.

import { type RecordRow, RecordTicks } from '../src/backtest/record.ts';
import { RidgeRls } from '../src/maths/rls.ts';
import { ForecastEngine } from '../src/station/forecast/engine.ts';
import { fleetUnderFronts, type Site } from './_fronts.ts';

const YEARS = Number(process.argv[2] ?? 2);
const HOURS = Math.round(YEARS * 8766);
const WARM_H = 180 * 24;
const SEEDS = [1, 2, 3];
const HORIZONS_H = [3, 6, 12, 24];
const TARGETS = ['temperature', 'pressure'] as const;
const STEP_S = 3600;
const HERE: Site = { eastKm: 0, northKm: 0 };
/** 20 to 100 km away, on all sides. */
const AROUND: readonly Site[] = [
  { eastKm: -22, northKm: 6 },
  { eastKm: -48, northKm: -19 },
  { eastKm: -71, northKm: 24 },
  { eastKm: -97, northKm: -8 },
  { eastKm: 12, northKm: 41 },
  { eastKm: 5, northKm: -63 },
  { eastKm: 35, northKm: -15 },
  { eastKm: 80, northKm: 30 },
];
/** Hours in which what is usual at a place, or between two places, is forgotten. */
const USUAL_H = 20 * 24;
const TENDENCY_H = 3;

/** Far enough apart that one says nothing of the next. */
const BLOCK_H = 10 * 24;

type Corrector = 'own' | 'neighbours' | 'strangers';
const CORRECTORS: readonly Corrector[] = ['own', 'neighbours', 'strangers'];
const each = <T>(make: (name: Corrector) => T): Record<Corrector, T> => ({
  own: make('own'),
  neighbours: make('neighbours'),
  strangers: make('strangers'),
});
/** A year's memory, and a ridge worth four days. */
const RIDGE = { lam: 1 - 1 / 8766, delta: 100, pMax: Number.POSITIVE_INFINITY };
const keyOf = (target: string, horizonS: number): string => `${target} ${horizonS / STEP_S} h`;

/** How far each value stands from what was usual before it. */
function anomalies(values: Float64Array): Float64Array {
  let usual = values[0]!;
  return values.map((value) => {
    const off = value - usual;
    usual += off / USUAL_H;
    return off;
  });
}

/** A station's two anomalies and their tendencies, by hour, in units of some degrees and hectopascals. */
function signs(rows: readonly RecordRow[]): Float64Array[] {
  const level = [
    anomalies(Float64Array.from(rows, ({ temperatureC }) => temperatureC! / 3)),
    anomalies(Float64Array.from(rows, ({ pressureHpa }) => pressureHpa! / 5)),
  ];
  const change = level.map((one) => one.map((value, i) => 2 * (value - one[Math.max(0, i - TENDENCY_H)]!)));
  return [...level, ...change];
}

/** Hour by hour: a constant, what the station itself shows, and how each neighbour differs from it. */
function inputs(own: readonly Float64Array[], others: readonly (readonly Float64Array[])[]): Float64Array[] {
  return Array.from({ length: own[0]!.length }, (_, i) => {
    const mine = own.map((sign) => sign[i]!);
    const theirs = others.flatMap((other) => other.map((sign, k) => sign[i]! - mine[k]!));
    return Float64Array.of(1, ...mine, ...theirs);
  });
}

class Errors {
  n = 0;
  readonly sums = { persistence: 0, alone: 0, own: 0, neighbours: 0, strangers: 0 };
  /** By block of days: how much smaller errors were with neighbours than with the same correction without them. */
  readonly blocks = new Map<string, number>();

  add(block: string, errors: Errors['sums']): void {
    this.n += 1;
    for (const name of Object.keys(this.sums) as (keyof Errors['sums'])[]) this.sums[name] += Math.abs(errors[name]);
    const gained = Math.abs(errors.own) - Math.abs(errors.neighbours);
    this.blocks.set(block, (this.blocks.get(block) ?? 0) + gained);
  }

  skill(name: keyof Errors['sums']): number {
    return 1 - this.sums[name] / this.sums.persistence;
  }

  /** Of the mean error with the own correction, percent, and two standard errors of it by blocks. */
  gain(): { percent: number; within: number } {
    const sums = [...this.blocks.values()];
    const mean = sums.reduce((a, b) => a + b, 0) / sums.length;
    const variance = sums.reduce((a, b) => a + (b - mean) ** 2, 0) / (sums.length - 1);
    const percent = (value: number): number => (100 * value) / this.sums.own;
    return { percent: percent(mean * sums.length), within: percent(2 * Math.sqrt(variance * sums.length)) };
  }
}

/** The corrections of one target at one horizon: each learns errors of the station's own forecast from what it saw when that was issued. */
class Corrections {
  readonly #ridges: Record<Corrector, RidgeRls>;
  readonly #waiting = new Map<number, Record<Corrector, number>>();

  constructor(private readonly seen: Record<Corrector, Float64Array[]>) {
    this.#ridges = each((name) => new RidgeRls({ ...RIDGE, n: seen[name][0]!.length }));
  }

  /** With what has been learned by then. */
  issue(hour: number): void {
    this.#waiting.set(
      hour,
      each((name) => this.#ridges[name].predict(this.seen[name][hour]!)),
    );
  }

  /** What each had said at that hour; then it learns how it turned out. */
  settle(hour: number, residual: number): Record<Corrector, number> {
    const said = this.#waiting.get(hour)!;
    this.#waiting.delete(hour);
    for (const name of CORRECTORS) this.#ridges[name].learn(this.seen[name][hour]!, residual);
    return said;
  }
}

/** One fleet, strictly forward. */
function play(seed: number, errors: ReadonlyMap<string, Errors>): void {
  const [here, ...around] = fleetUnderFronts([HERE, ...AROUND], HOURS, seed);
  const strangers = fleetUnderFronts(AROUND, HOURS, seed + 1000);
  const own = signs(here!);
  const seen = {
    own: inputs(own, []),
    neighbours: inputs(own, around.map(signs)),
    strangers: inputs(own, strangers.map(signs)),
  };
  const place = { latitude: 55.8, longitude: 12.5 };
  const engine = new ForecastEngine({ ...place, stepS: STEP_S, standardOffsetS: 0, timezone: 'UTC' });
  const ticks = new RecordTicks(STEP_S, place, 40);
  const corrections = new Map([...errors.keys()].map((key) => [key, new Corrections(seen)]));
  const hourOf = (tS: number): number => Math.round((tS - here![0]!.tS) / STEP_S);
  for (const row of here!) {
    const { matured, issued } = engine.tick(ticks.tick(row));
    for (const m of matured) {
      const key = keyOf(m.target, m.horizonS);
      const hour = hourOf(m.issueS);
      const alone = m.truth - m.forecast;
      const said = corrections.get(key)?.settle(hour, alone);
      if (said === undefined || hour < WARM_H) continue;
      const corrected = each((name) => alone - said[name]);
      const block = `${seed} ${Math.floor(hour / BLOCK_H)}`;
      errors.get(key)!.add(block, { persistence: m.truth - m.persistence, alone, ...corrected });
    }
    for (const { target, horizonS, issueS } of issued) corrections.get(keyOf(target, horizonS))?.issue(hourOf(issueS));
  }
}

const errors = new Map(
  TARGETS.flatMap((target) => HORIZONS_H.map((hours) => [keyOf(target, hours * STEP_S), new Errors()] as const)),
);
console.log(
  `A SIMULATION: fronts cross ${SEEDS.length} fleets of ${AROUND.length + 1} stations, neighbours 20 to 100 km away, ${YEARS} years by the hour.`,
);
console.log('Skill is 1 - mean error / that of persistence. "+ own": corrected by what the station itself shows;');
console.log(
  '"+ neighbours": by the differences of its neighbours, too; "+ strangers": by those of another fleet (no use, by design).\n',
);
for (const seed of SEEDS) play(seed, errors);
console.log('| target, horizon | forecasts | alone | + own | + neighbours | + strangers | error less than + own, % |');
console.log('|---|---:|---:|---:|---:|---:|---:|');
for (const [key, all] of errors) {
  const { percent, within } = all.gain();
  const skills = (['alone', ...CORRECTORS] as const).map((name) => all.skill(name).toFixed(3));
  console.log(`| ${[key, all.n, ...skills, `${percent.toFixed(1)} ± ${within.toFixed(1)}`].join(' | ')} |`);
}
console.log('\nNothing in the product uses neighbours for forecasts.');
