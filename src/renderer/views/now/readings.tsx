import { useComputed } from '@preact/signals';
import { isStale, recent, telemetry } from '../../data/station.ts';
import { DASH, figure, unitOf } from '../../format.ts';
import { Arrow, wayOf } from '../../icons.tsx';
import { Reading } from '../../parts/reading.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts/now.ts';
import { hasWeather, Outdoors } from './late-outdoors.ts';
import { skyWord, tendency3h, tendencyWord } from './words.ts';

const STILL_PCT_PER_H = 0.5;

export function Readings() {
  const humidity = useComputed(() => figure('humidity', telemetry.value?.humidity, units.value));
  const humidityRate = useComputed(() =>
    figure('humidityRate', telemetry.value?.rates.humidity_pct_per_h, units.value),
  );
  const hasRate = useComputed(() => humidityRate.value !== DASH);
  const way = useComputed(() => wayOf(telemetry.value?.rates.humidity_pct_per_h, STILL_PCT_PER_H));
  const pressure = useComputed(() => figure('pressure', telemetry.value?.pressure, units.value));
  const stepHpa = useComputed(() => tendency3h(telemetry.value, recent.pressure.value.value));
  const word = useComputed(() => (stepHpa.value === null ? DASH : t.tendency[tendencyWord(stepHpa.value)]));
  const step = useComputed(() => (stepHpa.value === null ? '' : figure('pressureStep', stepHpa.value, units.value)));
  const lux = useComputed(() => figure('light', telemetry.value?.lux, units.value));
  const sky = useComputed(() => {
    const known = skyWord(telemetry.value?.derived.cloud_index, telemetry.value?.derived.solar_elevation);
    return known ? t.sky[known] : '';
  });
  const vapour = useComputed(() => figure('vapour', telemetry.value?.derived.vpd_hpa, units.value));
  const hasProbe = useComputed(() => typeof telemetry.value?.outdoor_c === 'number');
  const outdoor = useComputed(() =>
    figure('temperature', hasProbe.value ? telemetry.value?.outdoor_c : telemetry.value?.derived.wet_bulb, units.value),
  );
  const u = units.value;
  return (
    <dl class={`readings${isStale.value ? ' old' : ''}`}>
      <Reading label={t.quantities.humidity} value={humidity} unit="%" tone="humidity">
        {hasRate.value && (
          <span class="aside">
            <Arrow way={way.value} /> <span>{humidityRate}/h</span>
          </span>
        )}
      </Reading>
      <Reading label={t.quantities.seaLevel} value={pressure} unit={unitOf('pressure', u)} tone="pressure">
        <span class="aside" title={t.quantities.tendency}>
          {word} {step}
        </span>
      </Reading>
      {hasWeather.value ? (
        <Outdoors />
      ) : (
        <>
          <Reading
            label={hasProbe.value ? t.quantities.outdoor : t.quantities.wetBulb}
            value={outdoor}
            unit={unitOf('temperature', u)}
          />
          <Reading label={t.quantities.light} value={lux} unit="lx">
            <span class="aside">{sky}</span>
          </Reading>
          <Reading label={t.quantities.vapourDeficit} value={vapour} unit={unitOf('vapour', u)} />
        </>
      )}
    </dl>
  );
}
