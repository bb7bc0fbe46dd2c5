import { computed } from '@preact/signals';
import { telemetry } from '../../kit/data/station.ts';
import { lazyPart } from '../../kit/lazy-view.tsx';
import { withMoreWords } from '../../kit/texts/in-language.ts';

const has = (key: 'wind_speed' | 'rain_today' | 'solar_radiation') =>
  computed(() => typeof telemetry.value?.[key] === 'number');
export const hasGauge = has('rain_today');
const [hasWind, hasSun] = [has('wind_speed'), has('solar_radiation')];
/** Whether the station measures wind, rain or sun. What shows them is loaded by such a station alone. */
export const hasWeather = computed(() => hasWind.value || hasGauge.value || hasSun.value);

export const Outdoors = lazyPart(withMoreWords(() => import('./outdoors.tsx')));
