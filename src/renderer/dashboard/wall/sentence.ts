import { FROST_WORTH_SAYING } from '../now/weather-words.ts';
import { RAIN_LIKELY_FROM, type Sky, STORM_HPA_PER_H } from './sky.ts';

/** Sentence of the wall by what it is about; its words and hours are made where it is shown. */
export type Topic = ReturnType<typeof topicOf>;

/** Topics that warn: at night only they are lit. */
export const WARNS: ReadonlySet<Topic> = new Set(['old', 'freezing', 'frost', 'storm', 'rainLikely', 'noThermometer']);

const RAIN_POSSIBLE_FROM = 0.3;
/** Chance of frost from which it is told before rain; a smaller one is told after it. */
const FROST_TOLD_FROM = 0.3;

/** What matters most now, in one topic. Indoors, the air says nothing of frost. */
export function topicOf(o: Sky) {
  const frost = o.isIndoors ? 0 : (o.frostChance ?? 0);
  if (o.isOld) return 'old';
  if (o.isRaining) return 'raining';
  if (!o.isIndoors && o.temperatureC !== null && o.temperatureC < 0) return 'freezing';
  if (frost >= FROST_TOLD_FROM) return 'frost';
  if (o.rainChance !== null && o.rainChance >= RAIN_LIKELY_FROM) return 'rainLikely';
  if (o.pressureRateHpaPerH !== null && o.pressureRateHpaPerH <= STORM_HPA_PER_H) return 'storm';
  if (frost >= FROST_WORTH_SAYING) return 'frost';
  if (o.lacksThermometer) return 'noThermometer';
  if (o.rainChance === null) return 'none';
  return o.rainChance >= RAIN_POSSIBLE_FROM ? 'rainPossible' : 'dry';
}
