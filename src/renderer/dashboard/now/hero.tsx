import { computed } from '@preact/signals';
import type { Daily } from '../../../contract/history.ts';
import { leadOf } from '../../../messages/number.ts';
import { units } from '../../kit/browser-choices.ts';
import { isStale, minuteS, resource, telemetry, time } from '../../kit/data/station.ts';
import { DASH, figure, MINUS, unitOf } from '../../kit/format.ts';
import { Arrow, wayOf } from '../../kit/icons.tsx';
import { isTwelveHours, language } from '../../kit/language.ts';
import { degrees } from '../degrees.ts';
import { t } from '../texts/now.ts';
import { feltC, outsideC } from './felt.ts';
import { type Extreme, todaysExtremes } from './today.ts';
import { STILL_C_PER_H } from './weather-words.ts';

const lead = leadOf(language);
const daily = resource<Daily>(() => '/api/history/daily?days=1', 120);

/** Temperature in large figures, on Now and across the room. */
export const shownTemperature = computed(() => {
  const value = telemetry.value?.temperature;
  const whole = figure('temperature', value, units.value).replace(lead, '');
  // Three figures before the point leave no room for a decimal, which nobody would feel.
  return whole.length > 5 ? figure('temperature', value, units.value, 0).replace(lead, '') : whole;
});
/** Whether the large figure is long, as in a hard frost: then the row makes room for it. */
export const isLong = computed(() => shownTemperature.value.length > 4);

export function Hero() {
  const text = shownTemperature.value;
  const rateC = telemetry.value?.rates.temperature_c_per_h;
  const rate = figure('temperatureRate', rateC, units.value);
  // Beside the temperature of a room it stands with the sensor outdoors.
  const hasFelt = feltC.value !== null && outsideC.value === null;
  const second = degrees(hasFelt ? feltC.value : telemetry.value?.derived.dew_point);
  return (
    <section class={`hero${isStale.value ? ' old' : ''}`} aria-label={t.quantities.temperature}>
      <p class="hero-figure">
        <span class={`hero-number${text.startsWith(MINUS) ? ' below' : ''}`}>{text}</span>
        <span class="hero-unit">{text === DASH ? '' : unitOf('temperature', units.value)}</span>
      </p>
      <p class="hero-trend">
        <span class="rate" hidden={rate === DASH}>
          <Arrow way={wayOf(rateC, STILL_C_PER_H)} />
          <span>
            {rate}
            {unitOf('temperatureRate', units.value)}
          </span>
        </span>
        <span class="muted">
          {hasFelt ? t.now.feelsLike : t.now.dewPoint} {second}
        </span>
      </p>
      <Today />
    </section>
  );
}

/** Low and high since midnight, with their times. */
function Today() {
  const { days = [] } = daily.use() ?? {};
  const extremes = todaysExtremes(days, telemetry.value?.temperature ?? null, minuteS.value, time.value);
  const words = ({ valueC, tS }: Extreme): readonly [string, string] => [
    degrees(valueC),
    // Two 12-hour clocks with minutes are longer than the line. The hour is cut, not rounded: a rounded one may be still to come.
    tS === null ? t.chart.now : isTwelveHours ? time.value.hour(tS) : time.value.clock(tS),
  ];
  if (!extremes) return <p class="hero-today">{'\u00a0'}</p>; // its line is kept free
  const [low, lowWhen] = words(extremes.low);
  const [high, highWhen] = words(extremes.high);
  return (
    <p class="hero-today">
      {/* In bdi: between words from right to left two neighbouring numbers would change places. */}
      <span class="muted">{t.now.lowest}</span> {low} <bdi class="muted">{lowWhen}</bdi>{' '}
      <span class="muted">· {t.now.highest}</span> {high} <bdi class="muted">{highWhen}</bdi>
    </p>
  );
}
