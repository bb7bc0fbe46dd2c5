import { isRainOld, rain } from '../../kit/data/station.ts';
import { observed } from './observe.tsx';
import type { RainNow } from './saying.ts';

/** Chance of rain while it is fresh, and rain that was reported. */
export const rainNow = (): RainNow => ({
  rainChance: isRainOld.value ? null : (rain.value?.rain_probability ?? null),
  rainingSinceS: observed.value?.isWet ? observed.value.sinceS : null,
});
