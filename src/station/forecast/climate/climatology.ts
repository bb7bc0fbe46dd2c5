import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { factorise, solveFactorised } from '../../../maths/cholesky.ts';
import { restored, type Saved } from '../../../maths/codec.ts';
import { clip, ewSteady, ewWeight } from '../grid.ts';
import { ANNUAL_TERMS, annualBasis, RIDGE, SHORT_TERMS, shortBasis } from './harmonics.ts';

const CONSTANT_RIDGE = 1e-6;
/** Memory of the short form. */
export const SHORT_MEMORY_DAYS = 25;
const KEEP = Math.exp(-1 / (24 * SHORT_MEMORY_DAYS));
const REFIT_HOURS = 6;
export const READY_HOURS = 48;
const READY_HOURS_OF_DAY = 20;
export const ANNUAL_DAYS = 330;
const ANNUAL_SHARE = 0.8;
const RESIDUAL_WEIGHT = ewSteady(HOUR_S, 30 * DAY_S);

/** The basis of one moment, computed once for all series. */
export class Moment {
  readonly short: Float64Array;
  #annual: Float64Array | null = null;

  constructor(
    readonly tS: number,
    private readonly offsetS: number,
  ) {
    this.short = shortBasis(tS, offsetS);
  }

  get annual(): Float64Array {
    this.#annual ??= annualBasis(this.tS, this.offsetS);
    return this.#annual;
  }
}

/**
 * Climatology of one quantity by hour of the day and time of the year: harmonics by ridge regression on hourly means. The short form
 * forgets within weeks. The annual form takes over only when the history can carry it: a year's wave fitted on part of a year
 * extrapolates badly.
 */
export class ClimatologySeries {
  readonly state = {
    g: new Float64Array(SHORT_TERMS ** 2),
    b: Array<number>(SHORT_TERMS).fill(0),
    ga: new Float64Array(ANNUAL_TERMS ** 2),
    ba: Array<number>(ANNUAL_TERMS).fill(0),
    theta: null as number[] | null,
    thetaAnnual: null as number[] | null,
    hours: 0,
    sinceRefit: 0,
    /** Bit h is set once an hour mean of solar hour h has been seen. */
    hoursOfDay: 0,
    firstS: null as number | null,
    lastS: null as number | null,
    /** By how much it is moved to another scale, until it is relearned. */
    shift: 0,
    residualVar: 0,
    residuals: 0,
  };

  get ready(): boolean {
    return this.state.theta !== null;
  }

  get annual(): boolean {
    return this.state.thetaAnnual !== null;
  }

  get coefficients(): number {
    return this.state.thetaAnnual?.length ?? this.state.theta?.length ?? 0;
  }

  get historyDays(): number {
    return this.state.firstS === null || this.state.lastS === null ? 0 : (this.state.lastS - this.state.firstS) / DAY_S;
  }

  get residualStd(): number | null {
    return this.state.residuals < 24 ? null : Math.sqrt(this.state.residualVar);
  }

  predict(moment: Moment): number | null {
    if (this.state.thetaAnnual) return dot(this.state.thetaAnnual, moment.annual) + this.state.shift;
    return this.state.theta ? dot(this.state.theta, moment.short) + this.state.shift : null;
  }

  /** Learns an hourly mean. Returns its anomaly from the prediction made before; null without one. */
  learn(moment: Moment, mean: number): number | null {
    const expected = this.predict(moment);
    const anomaly = expected === null ? null : mean - expected;
    if (anomaly !== null) {
      this.state.residuals += 1;
      this.state.residualVar +=
        ewWeight(this.state.residuals, RESIDUAL_WEIGHT) * (anomaly * anomaly - this.state.residualVar);
    }
    const value = mean - this.state.shift; // in the units of the history before the calibration, to which predict adds the shift
    accumulate(this.state.g, this.state.b, moment.short, value, KEEP);
    accumulate(this.state.ga, this.state.ba, moment.annual, value, 1);
    this.state.hours += 1;
    this.state.hoursOfDay |=
      1 << Math.floor((Math.atan2(moment.short[2]!, moment.short[1]!) / Math.PI + 1) * 11.999999);
    this.state.firstS ??= moment.tS;
    this.state.lastS = Math.max(this.state.lastS ?? moment.tS, moment.tS);
    this.state.sinceRefit += 1;
    if (this.state.sinceRefit >= REFIT_HOURS) this.#refit();
    return anomaly;
  }

  restore(saved: Saved<ClimatologySeries>): this {
    const { theta, thetaAnnual, b, ba } = restored(this as ClimatologySeries, saved).state;
    if ((theta ?? b).length !== SHORT_TERMS || (thetaAnnual ?? ba).length !== ANNUAL_TERMS)
      throw new Error(`climatology: found ${theta?.length} and ${thetaAnnual?.length} terms`);
    return this;
  }

  #refit(): void {
    const hoursSeen = this.state.hoursOfDay.toString(2).replaceAll('0', '').length;
    if (this.state.hours < READY_HOURS || hoursSeen < READY_HOURS_OF_DAY) return;
    this.state.sinceRefit = 0;
    this.state.theta = ridgeSolve(this.state.g, this.state.b);
    const carries = this.historyDays >= ANNUAL_DAYS && this.state.hours >= ANNUAL_SHARE * 24 * this.historyDays;
    if (carries) this.state.thetaAnnual = ridgeSolve(this.state.ga, this.state.ba);
  }
}

export const CLIMATE_SERIES = ['temperature', 'humidity', 'pressure', 'dew_point'] as const;
export type ClimateSeries = (typeof CLIMATE_SERIES)[number];
export type ClimateValues = Record<ClimateSeries, number | null>;

/** The four series together, within physical bounds. */
export class Climatology {
  readonly series = {
    temperature: new ClimatologySeries(),
    humidity: new ClimatologySeries(),
    pressure: new ClimatologySeries(),
    dew_point: new ClimatologySeries(),
  };
  readonly state = this.series;

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
}

function accumulate(g: Float64Array, b: number[], z: Float64Array, x: number, keep: number): void {
  const n = z.length;
  for (let i = 0; i < n; i++) {
    b[i] = keep * b[i]! + z[i]! * x;
    for (let j = 0; j < n; j++) g[i * n + j] = keep * g[i * n + j]! + z[i]! * z[j]!;
  }
}

function ridgeSolve(g: Float64Array, b: readonly number[]): number[] {
  const n = b.length;
  const a = g.slice();
  for (let i = 0; i < n; i++) a[i * n + i] = a[i * n + i]! + (i === 0 ? CONSTANT_RIDGE : RIDGE);
  if (!factorise(a, n)) throw new Error('climatology: the sums are not positive definite');
  return [...solveFactorised(a, b, n)];
}

const dot = (a: readonly number[], b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};
