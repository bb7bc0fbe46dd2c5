import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { finite, finiteOrNull } from '../../../maths/check.ts';
import { factorise, solveFactorised } from '../../../maths/cholesky.ts';
import { decodeDoubles, encodeDoubles } from '../../../maths/codec.ts';
import { clip, ewSteady, ewWeight } from '../grid.ts';
import { ANNUAL_TERMS, annualBasis, RIDGE, SHORT_TERMS, shortBasis } from './harmonics.ts';

const CONSTANT_RIDGE = 1e-6;
const KEEP = Math.exp(-1 / (24 * 25));
const REFIT_HOURS = 6;
const READY_HOURS = 48;
const READY_HOURS_OF_DAY = 20;
const ANNUAL_DAYS = 330;
const ANNUAL_SHARE = 0.8;
const RESIDUAL_WEIGHT = ewSteady(HOUR_S, 30 * DAY_S);

export interface ClimatologySeriesState {
  g: string;
  b: number[];
  ga: string;
  ba: number[];
  theta: number[] | null;
  thetaAnnual: number[] | null;
  hours: number;
  sinceRefit: number;
  hoursOfDay: number;
  firstS: number | null;
  lastS: number | null;
  shift: number;
  residualVar: number;
  residuals: number;
}

/** The basis of one moment, computed once for all series. */
export class Moment {
  readonly #short: Float64Array;
  #annual: Float64Array | null = null;

  constructor(
    readonly tS: number,
    private readonly offsetS: number,
  ) {
    this.#short = shortBasis(tS, offsetS);
  }

  get short(): Float64Array {
    return this.#short;
  }

  get annual(): Float64Array {
    this.#annual ??= annualBasis(this.tS, this.offsetS);
    return this.#annual;
  }
}

/**
 * Climatology of one quantity by hour of the day and time of the year: harmonics by ridge regression on hourly means. The short form
 * forgets with a memory of 25 days. The annual form takes over only when the history can carry it: a year's wave fitted on part of a year
 * extrapolates badly.
 */
export class ClimatologySeries {
  #g = new Float64Array(SHORT_TERMS * SHORT_TERMS);
  #b = new Float64Array(SHORT_TERMS);
  #ga = new Float64Array(ANNUAL_TERMS * ANNUAL_TERMS);
  #ba = new Float64Array(ANNUAL_TERMS);
  #theta: Float64Array | null = null;
  #thetaAnnual: Float64Array | null = null;
  #hours = 0;
  #sinceRefit = 0;
  /** Bit h is set once an hour mean of solar hour h has been seen. */
  #hoursOfDay = 0;
  #firstS: number | null = null;
  #lastS: number | null = null;
  #shift = 0;
  #residualVar = 0;
  #residuals = 0;

  get ready(): boolean {
    return this.#theta !== null;
  }

  get annual(): boolean {
    return this.#thetaAnnual !== null;
  }

  get coefficients(): number {
    return this.#thetaAnnual?.length ?? this.#theta?.length ?? 0;
  }

  get historyDays(): number {
    return this.#firstS === null || this.#lastS === null ? 0 : (this.#lastS - this.#firstS) / DAY_S;
  }

  get residualStd(): number | null {
    return this.#residuals < 24 ? null : Math.sqrt(this.#residualVar);
  }

  predict(moment: Moment): number | null {
    if (this.#thetaAnnual) return dot(this.#thetaAnnual, moment.annual) + this.#shift;
    return this.#theta ? dot(this.#theta, moment.short) + this.#shift : null;
  }

  /** Learns an hourly mean. Returns its anomaly from the prediction made before; null without one. */
  learn(moment: Moment, mean: number): number | null {
    const expected = this.predict(moment);
    const anomaly = expected === null ? null : mean - expected;
    if (anomaly !== null) {
      this.#residuals += 1;
      this.#residualVar += ewWeight(this.#residuals, RESIDUAL_WEIGHT) * (anomaly * anomaly - this.#residualVar);
    }
    const value = mean - this.#shift; // in the units of the history before the calibration, to which predict adds the shift
    accumulate(this.#g, this.#b, moment.short, value, KEEP);
    accumulate(this.#ga, this.#ba, moment.annual, value, 1);
    this.#hours += 1;
    this.#hoursOfDay |= 1 << Math.floor((Math.atan2(moment.short[2]!, moment.short[1]!) / Math.PI + 1) * 11.999999);
    this.#firstS ??= moment.tS;
    this.#lastS = Math.max(this.#lastS ?? moment.tS, moment.tS);
    this.#sinceRefit += 1;
    if (this.#sinceRefit >= REFIT_HOURS) this.#refit();
    return anomaly;
  }

  shift(delta: number): void {
    this.#shift += delta;
  }

  toJSON(): ClimatologySeriesState {
    return {
      g: encodeDoubles(this.#g),
      b: [...this.#b],
      ga: encodeDoubles(this.#ga),
      ba: [...this.#ba],
      theta: this.#theta && [...this.#theta],
      thetaAnnual: this.#thetaAnnual && [...this.#thetaAnnual],
      hours: this.#hours,
      sinceRefit: this.#sinceRefit,
      hoursOfDay: this.#hoursOfDay,
      firstS: this.#firstS,
      lastS: this.#lastS,
      shift: this.#shift,
      residualVar: this.#residualVar,
      residuals: this.#residuals,
    };
  }

  static fromJSON(saved: ClimatologySeriesState): ClimatologySeries {
    const series = new ClimatologySeries();
    series.#g = decodeDoubles(saved.g, SHORT_TERMS ** 2);
    series.#b = vector(saved.b, SHORT_TERMS);
    series.#ga = decodeDoubles(saved.ga, ANNUAL_TERMS ** 2);
    series.#ba = vector(saved.ba, ANNUAL_TERMS);
    series.#theta = saved.theta && vector(saved.theta, SHORT_TERMS);
    series.#thetaAnnual = saved.thetaAnnual && vector(saved.thetaAnnual, ANNUAL_TERMS);
    series.#hours = finite(saved.hours, 'hours');
    series.#sinceRefit = finite(saved.sinceRefit, 'sinceRefit');
    series.#hoursOfDay = finite(saved.hoursOfDay, 'hoursOfDay');
    series.#firstS = finiteOrNull(saved.firstS, 'firstS');
    series.#lastS = finiteOrNull(saved.lastS, 'lastS');
    series.#shift = finite(saved.shift, 'shift');
    series.#residualVar = finite(saved.residualVar, 'residualVar');
    series.#residuals = finite(saved.residuals, 'residuals');
    return series;
  }

  #refit(): void {
    if (this.#hours < READY_HOURS || bitCount(this.#hoursOfDay) < READY_HOURS_OF_DAY) return;
    this.#sinceRefit = 0;
    this.#theta = ridgeSolve(this.#g, this.#b);
    const carries = this.historyDays >= ANNUAL_DAYS && this.#hours >= ANNUAL_SHARE * 24 * this.historyDays;
    if (carries) this.#thetaAnnual = ridgeSolve(this.#ga, this.#ba);
  }
}

export const CLIMATE_SERIES = ['temperature', 'humidity', 'pressure', 'dew_point'] as const;
export type ClimateSeries = (typeof CLIMATE_SERIES)[number];
export type ClimateValues = Record<ClimateSeries, number | null>;

/** The four series together, within physical bounds. */
export class Climatology {
  constructor(readonly series: Record<ClimateSeries, ClimatologySeries> = freshSeries()) {}

  get ready(): boolean {
    return this.series.temperature.ready || this.series.pressure.ready;
  }

  get annual(): boolean {
    return this.series.temperature.annual || this.series.pressure.annual;
  }

  get historyDays(): number {
    return Math.max(...CLIMATE_SERIES.map((name) => this.series[name].historyDays));
  }

  at(moment: Moment): ClimateValues {
    const temperature = this.series.temperature.predict(moment);
    const humidity = this.series.humidity.predict(moment);
    const dew = this.series.dew_point.predict(moment);
    return {
      temperature,
      humidity: humidity === null ? null : clip(humidity, 0, 100),
      pressure: this.series.pressure.predict(moment),
      dew_point: dew === null || temperature === null ? dew : Math.min(dew, temperature),
    };
  }

  toJSON(): Record<ClimateSeries, ClimatologySeriesState> {
    const { temperature, humidity, pressure, dew_point } = this.series;
    return {
      temperature: temperature.toJSON(),
      humidity: humidity.toJSON(),
      pressure: pressure.toJSON(),
      dew_point: dew_point.toJSON(),
    };
  }

  static fromJSON(saved: Record<ClimateSeries, ClimatologySeriesState>): Climatology {
    const series = freshSeries();
    for (const name of CLIMATE_SERIES) series[name] = ClimatologySeries.fromJSON(saved[name]);
    return new Climatology(series);
  }
}

const freshSeries = (): Record<ClimateSeries, ClimatologySeries> => ({
  temperature: new ClimatologySeries(),
  humidity: new ClimatologySeries(),
  pressure: new ClimatologySeries(),
  dew_point: new ClimatologySeries(),
});

function accumulate(g: Float64Array, b: Float64Array, z: Float64Array, x: number, keep: number): void {
  const n = z.length;
  for (let i = 0; i < n; i++) {
    b[i] = keep * b[i]! + z[i]! * x;
    for (let j = 0; j < n; j++) g[i * n + j] = keep * g[i * n + j]! + z[i]! * z[j]!;
  }
}

function ridgeSolve(g: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  const a = g.slice();
  for (let i = 0; i < n; i++) a[i * n + i] = a[i * n + i]! + (i === 0 ? CONSTANT_RIDGE : RIDGE);
  if (!factorise(a, n)) throw new Error('climatology: the sums are not positive definite');
  return solveFactorised(a, b, n);
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

function vector(saved: number[], length: number): Float64Array<ArrayBuffer> {
  if (saved.length !== length) throw new Error(`climatology: found ${saved.length} terms, expected ${length}`);
  return Float64Array.from(saved, (value) => finite(value, 'term'));
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
