import type { ReadonlySignal } from '@preact/signals';
import type { Target } from '../../../../contract/names.ts';
import { type AwaitedAnswer, hasAnswered } from '../../../kit/parts/waiting.ts';

interface Answers {
  forecast: AwaitedAnswer;
  status: AwaitedAnswer;
  chances: Readonly<Record<Target, AwaitedAnswer>>;
  frostAndHeat: AwaitedAnswer;
  /** Newest message of the stream. */
  live: ReadonlySignal<unknown>;
  /** Without a forecast there is no slider, and no chances are asked for. */
  hasSlider(target: Target): boolean;
}

/**
 * Whether a strip of chances has every row that it can have, that of rain with the stream: then what stands below it moves no more. If a
 * station refuses status and forecast, nothing stands below, and the refusal is told at once; a station that starts is waited for.
 */
export function wholeStrips({ forecast, status, chances, frostAndHeat, live, hasSlider }: Answers) {
  /** Strips that have been whole: while a forecast moves the slider, they stay in sight. */
  const whole = new Set<Target>();
  return (target: Target): boolean => {
    const asked = [forecast, status];
    if (hasSlider(target)) asked.push(chances[target]);
    if (target === 'temperature') asked.push(frostAndHeat);
    const isAllTold = asked.every(hasAnswered);
    if (isAllTold && live.value !== null) whole.add(target);
    const isRefused = status.problem.value !== null && forecast.value.value === null;
    return whole.has(target) || (isAllTold && isRefused);
  };
}
