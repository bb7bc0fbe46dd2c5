import { TARGETS, type Target } from '../../../contract/names.ts';
import type { RawAir } from '../../tick.ts';
import { correctHumidity } from '../compensation/humidity.ts';

/** Outdoor truth: the series of bought sensors that forecasts are for; null is the board. A series outlasts a change of battery. */
export interface Truth {
  /** Temperature and humidity. */
  air: number | null;
  barometer: number | null;
}
export const BOARD: Truth = { air: null, barometer: null };

/**
 * Scale: plain data that turns raw values into levels. Every level is a function of raw columns and the scale in force, so another scale
 * means deriving it again, never correcting it.
 */
export interface Scale extends Truth {
  /** Share of the CPU's heat in the thermometer's reading. */
  k: number;
  /** Percentage points. */
  humidityOffset: number;
  psychrometric: boolean;
  /** Height from which pressure is reduced to sea level (`reductionHeightM`). */
  altitudeM: number;
}

/** T = T_raw − k u; RH = clip(RH_base + offset, 0, 100). */
export function compensate(
  { temperatureRawC, cpuExcessC, elementC, humidityRawPct }: RawAir,
  { k, humidityOffset, psychrometric }: Scale,
): { temperatureC: number | null; humidityPct: number | null } {
  const temperatureC = temperatureRawC === null ? null : temperatureRawC - k * (cpuExcessC ?? 0);
  const element = elementC ?? temperatureRawC;
  const { humidityPct } = correctHumidity(humidityRawPct, element, temperatureC, humidityOffset, psychrometric);
  return { temperatureC, humidityPct };
}

export const sameTruth = (a: Truth, b: Truth): boolean => a.air === b.air && a.barometer === b.barometer;

export const sameScale = (a: Scale, b: Scale): boolean =>
  sameTruth(a, b) &&
  a.k === b.k &&
  a.humidityOffset === b.humidityOffset &&
  a.psychrometric === b.psychrometric &&
  a.altitudeM === b.altitudeM;

/** Targets that are another series: nothing learned of the one before holds for them. */
export const otherSeries = (from: Truth, to: Truth): Target[] =>
  TARGETS.filter((target) => (target === 'pressure' ? from.barometer !== to.barometer : from.air !== to.air));

/** The board's signals whose values differ between two scales. Pressure is learned at station level, which no scale moves. */
export function movedSignals(from: Scale, to: Scale): Exclude<Target, 'pressure'>[] {
  const warmer = from.k !== to.k;
  const moister =
    from.humidityOffset !== to.humidityOffset ||
    from.psychrometric !== to.psychrometric ||
    (to.psychrometric && warmer); // vapour pressure is conserved from the element's temperature to the air's
  return [...(warmer ? ['temperature' as const] : []), ...(moister ? ['humidity' as const] : [])];
}
