import type { Tonight } from '../../../contract/forecast.ts';
import { isRainOld, minuteS, rain, time } from '../../data/station.ts';
import { figure, number, THIN } from '../../format.ts';
import { units } from '../../settings.ts';
import { t } from '../../texts/forecast.ts';
import { observed } from '../now/observe.tsx';
import { saying } from '../now/saying.ts';
import { aboutHour, isRough, MOST_CERTAIN, tonight } from '../now/tonight-answer.ts';
import { FROST_WORTH_SAYING } from '../now/words.ts';

const degrees = (celsius: number): string => `${figure('temperature', celsius, units.value, 0)}°`;

/** The next day in one sentence: low with its frost, high, rain. */
export function Summary() {
  const told = tonight.use();
  if (!told?.low || tonight.isOld.value) return <p class="summary unknown">{'\u00a0'}</p>; // its line is kept free
  const parts = [lowWords(told), highWords(told)];
  if (told.high && told.high.about_ts < told.low.about_ts) parts.reverse();
  return (
    <p class="summary">
      <b>{parts[0]}</b> {parts[1]} {rainWords()}
    </p>
  );
}

function lowWords({ low, frost }: Tonight): string {
  const [degreesLow, clock] = [degrees(low!.value), aboutHour(low!.about_ts)];
  if (!frost || isRough() || frost.chance < FROST_WORTH_SAYING) return t.say.low({ degrees: degreesLow, clock });
  const percent = `${number(100 * Math.min(MOST_CERTAIN, frost.chance))}${THIN}%`;
  return t.say.lowFrost({ degrees: degreesLow, clock, percent });
}

function highWords({ high }: Tonight): string {
  if (!high) return '';
  const { calendar } = time.value;
  const isTomorrow = calendar.dayAt(high.about_ts) > calendar.dayAt(minuteS.value);
  const words = { degrees: degrees(high.value), clock: aboutHour(high.about_ts) };
  return isTomorrow ? t.say.highTomorrow(words) : t.say.highToday(words);
}

const rainWords = (): string =>
  saying(
    {
      nowS: minuteS.value,
      temperatureC: null,
      rateCPerH: null,
      thanYesterdayC: null,
      rainChance: isRainOld.value ? null : (rain.value?.rain_probability ?? null),
      rainingSinceS: observed.value?.isWet ? observed.value.sinceS : null,
      entries: [],
    },
    { time: time.value, degrees, step: () => '' },
  );
