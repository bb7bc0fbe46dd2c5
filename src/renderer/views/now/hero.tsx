import { computed, useComputed } from '@preact/signals';
import type { Daily } from '../../../contract/history.ts';
import { leadOf } from '../../../messages/number.ts';
import { isStale, minuteS, resource, telemetry, time } from '../../data/station.ts';
import { DASH, figure, MINUS, unitOf } from '../../format.ts';
import { Arrow, wayOf } from '../../icons.tsx';
import { isTwelveHours, language } from '../../language.ts';
import { units } from '../../settings.ts';
import { t } from '../../texts/now.ts';
import { feltC, outsideC } from './felt.ts';
import { type Extreme, todaysExtremes } from './today.ts';
import { aboutHour } from './tonight-answer.ts';
import { STILL_C_PER_H } from './words.ts';

const lead = leadOf(language);
const daily = resource<Daily>(() => '/api/history/daily?days=1', 120);

const shown = computed(() => {
  const value = telemetry.value?.temperature;
  const whole = figure('temperature', value, units.value).replace(lead, '');
  // Three figures before the point leave no room for the one behind it, and mean nothing to a skin that warm.
  return whole.length > 5 ? figure('temperature', value, units.value, 0).replace(lead, '') : whole;
});
/** A hard frost has a figure more than a mild day; the row makes room for it. */
export const isLong = computed(() => shown.value.length > 4);

export function Hero() {
  const text = shown;
  const isNegative = useComputed(() => text.value.startsWith(MINUS));
  const digits = useComputed(() => (isNegative.value ? text.value.slice(1) : text.value));
  const rate = useComputed(() => figure('temperatureRate', telemetry.value?.rates.temperature_c_per_h, units.value));
  const way = useComputed(() => wayOf(telemetry.value?.rates.temperature_c_per_h, STILL_C_PER_H));
  const second = useComputed((): readonly [name: string, valueC: number | null | undefined] => {
    // Beside the temperature of a room, what the garden feels like stands with the garden.
    return feltC.value !== null && outsideC.value === null
      ? [t.now.feelsLike, feltC.value]
      : [t.now.dewPoint, telemetry.value?.derived.dew_point];
  });
  const degrees = useComputed(() => {
    const value = figure('temperature', second.value[1], units.value);
    return value === DASH ? DASH : `${value}°`;
  });
  const isUnknown = useComputed(() => rate.value === DASH);
  return (
    <section class={`hero${isStale.value ? ' old' : ''}`} aria-label={t.quantities.temperature}>
      <p class="hero-figure">
        <span class="hero-number">
          {isNegative.value && <span class="minus">{MINUS}</span>}
          {digits}
        </span>
        <span class="hero-unit">{shown.value === DASH ? '' : unitOf('temperature', units.value)}</span>
      </p>
      <p class="hero-trend">
        <span class="rate" hidden={isUnknown.value}>
          <Arrow way={way.value} />
          <span>
            {rate}
            {unitOf('temperatureRate', units.value)}
          </span>
        </span>
        <span class="muted">
          {second.value[0]} {degrees}
        </span>
      </p>
      <Today />
    </section>
  );
}

/** Low and high since midnight, with their times. */
function Today() {
  daily.use();
  const extremes = useComputed(() =>
    todaysExtremes(daily.value.value?.days ?? [], telemetry.value?.temperature ?? null, minuteS.value, time.value),
  );
  const words = ({ valueC, tS }: Extreme): readonly [string, string] => [
    `${figure('temperature', valueC, units.value)}°`,
    // Two clocks of twelve hours, to the minute, are longer than the line.
    tS === null ? t.chart.now : isTwelveHours ? aboutHour(tS) : time.value.clock(tS),
  ];
  if (!extremes.value) return <p class="hero-today">{'\u00a0'}</p>; // its line is kept free
  const [low, lowWhen] = words(extremes.value.low);
  const [high, highWhen] = words(extremes.value.high);
  return (
    <p class="hero-today">
      <span class="muted">{t.now.lowest}</span> {low} <span class="muted">{lowWhen}</span>{' '}
      <span class="muted">· {t.now.highest}</span> {high} <span class="muted">{highWhen}</span>
    </p>
  );
}
