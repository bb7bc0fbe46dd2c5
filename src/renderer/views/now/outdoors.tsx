import { telemetry } from '../../data/station.ts';
import { figure, number, type Units, unitOf } from '../../format.ts';
import { Reading } from '../../parts/reading.tsx';
import { units } from '../../settings.ts';
import { t as words } from '../../texts/now.ts';
import { t } from '../../texts/outdoors.ts';
import { feltC, outsideC } from './felt.ts';

const POINTS = 8;
/** Below this wind a vane shows where it was left, not where the wind comes from. */
const CALM_MS = 0.3;
const SLOTS = 3;

interface Measure {
  of: (metric: number) => string;
  unit: string;
}
const windOf = (u: Units): Measure =>
  u === 'imperial' ? { of: (ms) => number(ms / 0.44704), unit: 'mph' } : { of: (ms) => number(ms, 1), unit: 'm/s' };
const rainOf = (u: Units): Measure =>
  u === 'imperial' ? { of: (mm) => number(mm / 25.4, 2), unit: 'in' } : { of: (mm) => number(mm, 1), unit: 'mm' };

/**
 * What a station with wind, rain or sun shows on Now: the rest of the row of readings, or with `isGauge` today's rain in place of the
 * question whether it rains.
 */
export default function Outdoors({ isGauge = false }: { isGauge?: boolean }) {
  if (isGauge) return <RainToday />;
  const now = telemetry.value;
  const all = [
    [outsideC.value, Outside],
    [now?.wind_speed, Wind],
    [now?.wind_gust, Gust],
    [now?.solar_radiation, Sun],
    [now?.lux, Light],
  ] as const;
  const there = all.filter(([value]) => typeof value === 'number').slice(0, SLOTS);
  return there.map(([, Shown]) => <Shown key={Shown.name} />);
}

function Wind() {
  const speed = telemetry.value?.wind_speed ?? 0;
  const from = telemetry.value?.wind_direction ?? null;
  const { of, unit } = windOf(units.value);
  return (
    <Reading label={t.outdoors.wind} value={of(speed)} unit={unit}>
      {from !== null && speed >= CALM_MS && (
        <span class="aside wind" title={t.outdoors.from({ degrees: number(from) })}>
          <svg viewBox="0 0 24 24" style={{ width: '1.2em', height: '1.2em' }} aria-hidden="true">
            {/* Points where the wind blows to, as on a map. */}
            <path transform={`rotate(${from} 12 12)`} fill="currentColor" d="M12 21 6.5 4 12 7.5 17.5 4z" />
          </svg>{' '}
          {t.points[Math.round(from / (360 / POINTS)) % POINTS]}
        </span>
      )}
    </Reading>
  );
}

function Gust() {
  const { of, unit } = windOf(units.value);
  return <Reading label={t.outdoors.gust} value={of(telemetry.value?.wind_gust ?? 0)} unit={unit} />;
}

function Sun() {
  const uv = telemetry.value?.uv_index;
  return (
    <Reading
      label={t.outdoors.sun}
      value={figure('irradiance', telemetry.value?.solar_radiation, units.value)}
      unit={unitOf('irradiance', units.value)}
    >
      {typeof uv === 'number' && <span class="aside">{t.outdoors.uv({ index: number(uv) })}</span>}
    </Reading>
  );
}

const Light = () => (
  <Reading label={t.quantities.light} value={figure('light', telemetry.value?.lux, units.value)} unit="lx" />
);
const Outside = () => (
  <Reading
    label={t.outdoors.outside}
    value={figure('temperature', outsideC.value, units.value)}
    unit={unitOf('temperature', units.value)}
  >
    {feltC.value !== null && (
      <span class="aside">
        {words.now.feelsLike} {figure('temperature', feltC.value, units.value)}°
      </span>
    )}
  </Reading>
);

function RainToday() {
  const rate = telemetry.value?.rain_rate ?? 0;
  const { of, unit } = rainOf(units.value);
  return (
    <dl class="observe gauge">
      <Reading label={t.outdoors.rainToday} value={of(telemetry.value?.rain_today ?? 0)} unit={unit} tone="rain">
        {rate > 0 && <span class="aside">{t.outdoors.rate({ rate: `${of(rate)}\u202f${unit}` })}</span>}
      </Reading>
    </dl>
  );
}
