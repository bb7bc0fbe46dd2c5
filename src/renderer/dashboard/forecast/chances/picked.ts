import { computed, signal } from '@preact/signals';
import type { Chances } from '../../../../contract/forecast.ts';
import { perTarget, type Target } from '../../../../contract/names.ts';
import { units } from '../../../kit/browser-choices.ts';
import { forecastOf } from '../../../kit/charts/fan-data.ts';
import { forecast, resource } from '../../../kit/data/station.ts';
import { t } from '../../texts/forecast.ts';
import { type Slider, sliderOf } from './scale.ts';

/** Side of the reader's question: below or above a value. `stops`: the value, by quantity. */
export const side = signal<'below' | 'above'>('above');
const stops = signal<Partial<Record<Target, number>>>({});

export const pick = (target: Target, value: number) => (stops.value = { ...stops.value, [target]: value });

const sliders = perTarget((target) =>
  computed(() => sliderOf(target, forecastOf(forecast.value.value, target), units.value)),
);
export const sliderFor = (target: Target): Slider | null => sliders[target].value;

/** The question in words: below or above a value. */
export const sideWords = (value: string): string => t.chances[side.value === 'below' ? 'belowX' : 'aboveX']({ value });

/** The value that was picked, kept on the slider while forecasts move it; at first its middle. */
export function pickedOf(target: Target): number | null {
  const slider = sliderFor(target);
  if (!slider) return null;
  const { from, step, count } = slider;
  const stop = Math.round(((stops.value[target] ?? from + (step * (count - 1)) / 2) - from) / step);
  return Number((from + step * Math.min(count - 1, Math.max(0, stop))).toFixed(2));
}

const path = (target: Target, least: number, step: number, count: number): string =>
  `/api/forecast/chances?target=${target}&least=${Number(least.toFixed(4))}&step=${Number(step.toFixed(6))}&count=${count}`;

/** Chances at every stop of the slider in one answer, so that its row follows the finger. Nothing is asked without a forecast. */
export const chances = perTarget((target) =>
  resource<Chances>(() => {
    const slider = sliderFor(target);
    return slider && path(target, slider.least, slider.stepMetric, slider.count);
  }, 300),
);

/** Maximum of a hot day, as weather services define it. */
export const HEAT_FROM_C = 30;
export const frostAndHeat = resource<Chances>(() => path('temperature', 0, HEAT_FROM_C, 2), 300);
