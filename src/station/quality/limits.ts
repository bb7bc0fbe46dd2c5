import type { Config } from '../../config/config.ts';
import { HEARD_SIGNALS, type NarrowName, quantitiesWith } from '../../quantities/names.ts';
import { type BoardSignal, SIGNALS } from './flags.ts';
import { isOutside } from './tests.ts';

const RANGED = quantitiesWith('column', 'range');
const RANGE_OF_NARROW = new Map<NarrowName, readonly [number, number]>(
  quantitiesWith('narrow', 'range').map(({ name, range }) => [name, range]),
);

export type QualityLimits = ReturnType<typeof qualityLimits>;
export const qualityLimits = ({ quality }: Pick<Config, 'quality'>) => ({
  temperatureCPerMin: quality.temperature_c_per_min,
  humidityPctPerMin: quality.humidity_pct_per_min,
  pressureHpaPerMin: quality.pressure_hpa_per_min,
  stuckAfterMin: quality.stuck_after_min,
});

/** Limits of one signal; null where a test does not apply to it. */
export interface SignalLimits {
  range: readonly [number, number];
  /** Ends of what a sensor can say at all: beyond `range` a value counts where the one before leads up to it. */
  farthest: readonly [number, number];
  stepPerMin: number | null;
  /** Most that a step over a longer time may have. */
  stepMost: number;
  stuckAfterS: number | null;
  /** From here on a value may rest: saturated air does for hours. */
  restsFrom: number;
  /** Down to here, too: a calm, the sun at night. */
  restsUpTo?: number;
  /** A receiver tells it of a probe, which may be dead. */
  hasProbe?: true;
}

/**
 * Plausible ranges of raw values (WMO, Zahumenský 2004), as the table of quantities has them: a board is up to 15 °C warmer than its air, and
 * 85 °C is what a probe says that has not measured.
 */
export const RANGES = Object.fromEntries(
  SIGNALS.map(({ name, raw }) => [name, RANGED.find(({ column }) => column === raw)!.range]),
) as unknown as Readonly<Record<BoardSignal, readonly [number, number]>>;

/** A sauna: the chips measure up to 120 °C. A probe's 85 °C comes out of nowhere, and nothing outdoors leads up to it. */
const FARTHEST: Partial<Record<BoardSignal, readonly [number, number]>> = { temperature: [-80, 120] };
const rangeOf = (name: BoardSignal) => ({ range: RANGES[name], farthest: FARTHEST[name] ?? RANGES[name] });

/** Light has no steps, since a lamp has, and rests all night. */
export function limitsOf(limits: QualityLimits): Readonly<Record<BoardSignal, SignalLimits>> {
  const stuckAfterS = limits.stuckAfterMin * 60;
  const never = Number.POSITIVE_INFINITY;
  const sensor = (name: BoardSignal, stepPerMin: number, stepMost: number, restsFrom = never): SignalLimits => ({
    ...rangeOf(name),
    stepPerMin,
    stepMost,
    stuckAfterS,
    restsFrom,
  });
  return {
    temperature: sensor('temperature', limits.temperatureCPerMin, 7),
    outdoor: sensor('outdoor', limits.temperatureCPerMin, 7),
    humidity: sensor('humidity', limits.humidityPctPerMin, 28, 95),
    pressure: sensor('pressure', limits.pressureHpaPerMin, 6),
    light: { ...rangeOf('light'), stepPerMin: null, stepMost: never, stuckAfterS: null, restsFrom: never },
  };
}

/** Limits of a heard signal, by the unit of its quantity. What has neither steps nor rests that mean anything has its range alone. */
function heardLimits({ lead, together }: (typeof HEARD_SIGNALS)[number], limits: QualityLimits): SignalLimits {
  const range = RANGE_OF_NARROW.get(lead)!;
  const of = limitsOf(limits);
  const { unit } = together.find(({ name }) => name === lead)!;
  if (unit === '°C') return { ...of.outdoor, range, farthest: range, hasProbe: true };
  if (unit === '%' && /humidity|^channel/i.test(lead)) return { ...of.humidity, range, farthest: range };
  const loose = { ...of.light, range, farthest: range };
  if (unit === 'm/s' || unit === 'W/m²') return { ...loose, stuckAfterS: of.outdoor.stuckAfterS, restsUpTo: 0 };
  return loose;
}

export const heardLimitsOf = (limits: QualityLimits): ReadonlyMap<string, SignalLimits> =>
  new Map(HEARD_SIGNALS.map((signal) => [signal.name, heardLimits(signal, limits)]));
export const isImpossible = (name: NarrowName, value: number): boolean => {
  const range = RANGE_OF_NARROW.get(name);
  return !Number.isFinite(value) || (range !== undefined && isOutside(value, range));
};
