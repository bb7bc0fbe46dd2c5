import { HOUR_S } from '../../../base/durations.ts';
import { station, tonight } from '../../kit/data/station.ts';
import { DASH } from '../../kit/format.ts';
import { isTwelveHours, locale } from '../../kit/language.ts';
import { sunDeg, theme } from '../../kit/theme/theme.ts';
import { alarms, headOf, loud } from '../alarm-bar/loud.ts';
import { degrees } from '../degrees.ts';
import { Held } from '../held.ts';
import { shownTemperature } from '../now/hero.tsx';
import { observed } from '../now/observe.tsx';
import { rainNow } from '../now/rain-panel.tsx';
import { aboutHour, chanceText, isRough, overFor } from '../now/tonight-answer.ts';
import { t } from '../texts/wall.ts';
import { isLowFirst } from './next.ts';
import { type Topic, topicOf, WARNS } from './sentence.ts';
import { type Sky, type SkySign, symbolOf } from './sky.ts';
import { WallMark, WeatherSymbol } from './symbols.tsx';

// Taken from one object: each name that another file takes from the first view makes that one heavier.
const { alarmed, isStale, live, minuteS, status, telemetry, time, zone } = station;

/** At night a smaller chance of rain keeps nobody from sleep. */
const RAIN_LIT_FROM = 0.2;
/** Words of the wall, outside the view: they stay when it is woken for a moment. */
const heldWords = new Held<{ topic: Topic; words: string }>();
const heldSymbol = new Held<SkySign>();
const LOOKS_AHEAD_S = 3 * HOUR_S;

/** Clock of the wall, without a.m. and p.m.: in the room everybody knows which half of the day it is. */
const face = (tS: number): string => {
  const clock = time.value.clock(tS);
  return isTwelveHours ? clock.replace(/\s*\p{L}.*/u, '') : clock;
};

/** Time after which the clock shows the same again: older values are told with their day. */
const ROUND_S = (isTwelveHours ? 12 : 24) * HOUR_S;

const sinceOf = (tS: number, nowS: number): string =>
  nowS - tS < ROUND_S
    ? face(tS)
    : new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: zone.value }).format(tS * 1000);

/**
 * Distance layout of the wall: temperature, what the night or the day brings, rain and one short sentence, to be read from three metres.
 * Sizes are measured in arc minutes by tests/browser/distance.test.ts.
 */
export default function Distance() {
  const told = tonight.use();
  const isDim = theme.value === 'dim';
  const now = telemetry.value;
  const frost = isRough() || tonight.isOld.value ? null : (told?.frost ?? null);
  const sky: Sky = {
    isOld: live.value !== null && isStale.value,
    isIndoors: status.value.value?.site.indoors ?? true,
    isRaining: (now?.rain_rate ?? 0) > 0 || (observed.value?.isWet ?? false),
    temperatureC: now?.temperature ?? null,
    lacksThermometer: now !== null && now.temperature === null,
    frostChance: frost?.chance ?? null,
    highC: told?.high?.value ?? null,
    pressureRateHpaPerH: now?.rates.pressure_hpa_per_h ?? null,
    rainChance: rainNow().rainChance,
    humidityPct: now?.humidity ?? null,
    dewDepressionK: now?.derived.dew_depression ?? null,
    cloudIndex: now?.derived.cloud_index ?? null,
    sunDeg: sunDeg.value ?? null,
  };
  // Words that were made from half of the answers must not stand for minutes after the other half has come.
  const known = [now, status.value.value, sky.rainChance, told, frost].map((one) => one !== null);
  const event = `${sky.isOld} ${sky.isRaining} ${sky.lacksThermometer} ${alarmed.value} ${known}`;
  const judged = topicOf(sky);
  const { topic, words } = heldWords.next({ topic: judged, words: wordsOf(judged, frost) }, minuteS.value, event);
  const symbol = heldSymbol.next(symbolOf(sky), minuteS.value, event);
  const temperature = shownTemperature.value;
  const [whole, rest] = temperature.split(',');
  const chance = sky.rainChance;
  return (
    <section class={`far${sky.isOld ? ' old' : ''}`} data-glyphs={temperature.length} aria-label={t.title}>
      <div class="far-top">
        <p class="far-temperature">
          <span dir="ltr">
            {whole}
            {rest !== undefined && <span class="comma">,</span>}
            {rest}
            {temperature !== DASH && <span class="deg">°</span>}
          </span>
        </p>
        <div class="far-side">
          <p class="far-clock muted">{face(minuteS.value)}</p>
          {!isDim && <WeatherSymbol of={symbol} label={t.symbol[symbol]} />}
        </div>
      </div>
      <div class="far-row">
        <Next isDim={isDim} />
        {chance !== null && !(isDim && chance < RAIN_LIT_FROM) && (
          <p class="far-rain">
            <WallMark of="drop" />
            <span class="sr-only">{t.rain} </span>
            {chanceText(chance)}
          </p>
        )}
      </div>
      {alarmed.value ? <FarAlarm /> : <p class="far-words">{isDim && !WARNS.has(topic) ? '' : words}</p>}
    </section>
  );
}

/** Letters that a row holds. A longer name has two rows, in place of the extreme and the rain: letters never shrink. */
const ROW_LETTERS = 13;

/** The third row while an alarm waits for somebody: its name, on the colour of alarms. */
function FarAlarm() {
  alarms.use();
  const [alarm] = loud.value;
  if (!alarm) return <p class="far-words" />;
  const words = headOf(alarm);
  return (
    <p class={`far-alarm${words.length > ROW_LETTERS ? ' long' : ''}`} role="alert">
      <WallMark of="alarm" />
      <bdi>{words}</bdi>
    </p>
  );
}

/** The extreme that comes next, with its hour; one that is over comes last, without. At night always the low. */
function Next({ isDim }: { isDim: boolean }) {
  const told = tonight.value.value;
  const [low, high] = [told?.low ?? null, told?.high ?? null];
  const isLow = low !== null && (isDim || high === null || isLowFirst(low, high, minuteS.value));
  const next = isLow ? low : high;
  if (!next || tonight.isOld.value) return <p class="far-next" />;
  return (
    <p class="far-next">
      <WallMark of={isLow ? 'night' : 'day'} />
      <span class="sr-only">{isLow ? t.low : t.high} </span>
      <span class="far-value">{degrees(next.value, 0)}</span>
      {overFor(next.about_ts) === null && <span class="far-hour muted">{aboutHour(next.about_ts)}</span>}
    </p>
  );
}

function wordsOf(topic: Topic, frost: { chance: number } | null): string {
  const nowS = minuteS.value;
  if (topic === 'none') return '';
  if (topic === 'old') return t.old({ clock: sinceOf(telemetry.value?.timestamp ?? nowS, nowS) });
  if (topic === 'frost') return t.frost({ percent: chanceText(frost?.chance ?? 0) });
  if (topic !== 'dry') return t[topic];
  const endS = nowS + LOOKS_AHEAD_S;
  return t.dry({ hour: aboutHour(endS - time.value.calendar.fields(endS).minute * 60) });
}
