import type { Target } from '../../../../contract/names.ts';
import { inUnits, number, type Units, unitOf } from '../../../kit/format.ts';
import { storedOf } from '../../../kit/stored-of.ts';

/** Values that the slider stops at, in the reader's units, and the same for the question to the station. */
export type Slider = NonNullable<ReturnType<typeof sliderOf>>;

/** Most values in one answer. */
const MOST = 64;
const STEPS = [1, 2, 5];
/** Of inches of mercury. */
const FINE_STEPS = [0.05, 0.1, 0.2];

/** Slider from the lowest to the highest that the bands reach; null without a forecast. All of it lies on the chart. */
export function sliderOf(target: Target, bands: readonly { lo: number | null; hi: number | null }[], units: Units) {
  const known = bands.flatMap(({ lo, hi }) => [lo, hi]).filter((value) => value !== null);
  if (known.length === 0) return null;
  const [low, high] = [inUnits(target, Math.min(...known), units), inUnits(target, Math.max(...known), units)];
  const steps = target === 'pressure' && units === 'imperial' ? FINE_STEPS : STEPS;
  const step = steps.find((size) => (high - low) / size < MOST - 2) ?? steps.at(-1)!;
  const whole = (value: number): number => Number((value * step).toFixed(2));
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
  const metricOf = (value: number): number => storedOf(target, value, units);
  const count = Math.min(MOST, Math.max(1, last - first + 1));
  return {
    from: whole(first),
    to: whole(first + count - 1),
    step,
    decimals: step < 1 ? 2 : 0,
    /** Of the station's units, for `GET /api/forecast/chances`. */
    least: metricOf(whole(first)),
    stepMetric: metricOf(whole(first + 1)) - metricOf(whole(first)),
    count,
  };
}

/** `5°`, `70 %`, `1013 hPa`. */
export function valueText(target: Target, value: number, units: Units, decimals: number): string {
  const figure = number(value, decimals);
  if (target === 'temperature') return `${figure}°`;
  return `${figure}\u202f${unitOf(target, units)}`;
}
