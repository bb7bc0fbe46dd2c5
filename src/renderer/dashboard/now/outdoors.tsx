import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { units } from '../../kit/browser-choices.ts';
import { telemetry } from '../../kit/data/station.ts';
import { figure, number, withUnit } from '../../kit/format.ts';
import { lazyPart } from '../../kit/lazy-view.tsx';
import { degrees } from '../degrees.ts';
import { t as words } from '../texts/now.ts';
import { t } from '../texts/outdoors.ts';
import { withStyles } from '../view-styles.ts';
import { feltC, outsideC } from './felt.ts';
import sheetStyles from './outdoors-sheet.css?url';
import { Reading } from './reading.tsx';
import { CALM_MS } from './weather-words.ts';

const POINTS = 8;
const SLOTS = 3;

const OutdoorsSheet = lazyPart(withStyles(() => import('./outdoors-sheet.tsx'), sheetStyles));
const isOpen = signal(false);

/** Word beside a value that opens the sheet. */
const More = ({ children, title }: { children: ComponentChildren; title?: string | undefined }) => (
  <button type="button" class="aside" title={title} onClick={() => (isOpen.value = true)}>
    {children}
  </button>
);

/**
 * What a station with wind, rain or sun shows on Now: the rest of the row of readings, or with `isGauge` today's rain in place of the
 * question whether it rains.
 */
export default function Outdoors({ isGauge = false }: { isGauge?: boolean }) {
  if (isGauge) return <RainToday />;
  const now = telemetry.value;
  // Beside the air outdoors the gust stands with the wind: the sun keeps its place.
  const gust = outsideC.value === null ? now?.wind_gust : null;
  const all = [
    ['outside', outsideC.value, Outside],
    ['wind', now?.wind_speed, Wind],
    ['gust', gust, Gust],
    ['sun', now?.solar_radiation, Sun],
    ['light', now?.lux, Light],
  ] as const;
  const there = all.filter(([, value]) => typeof value === 'number').slice(0, SLOTS);
  return (
    <>
      {there.map(([name, , Shown]) => (
        <Shown key={name} />
      ))}
      {isOpen.value && <OutdoorsSheet close={() => (isOpen.value = false)} />}
    </>
  );
}

function Wind() {
  const speed = telemetry.value?.wind_speed ?? 0;
  const gust = telemetry.value?.wind_gust ?? null;
  const from = telemetry.value?.wind_direction ?? null;
  const label =
    outsideC.value !== null && gust !== null
      ? t.outdoors.windGust({ gust: figure('wind', gust, units.value) })
      : t.outdoors.wind;
  const hasWay = from !== null && speed >= CALM_MS;
  return (
    <Reading label={label} kind="wind" of={speed}>
      <More title={hasWay ? t.outdoors.from({ degrees: number(from) }) : undefined}>
        {hasWay ? (
          <>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              {/* Points where the wind blows to, as on a map. */}
              <path transform={`rotate(${from} 12 12)`} fill="currentColor" d="M12 21 6.5 4 12 7.5 17.5 4z" />
            </svg>{' '}
            {t.points[Math.round(from / (360 / POINTS)) % POINTS]}
          </>
        ) : (
          t.outdoors[speed < CALM_MS ? 'calm' : 'more']
        )}
      </More>
    </Reading>
  );
}

const Gust = () => <Reading label={t.outdoors.gust} kind="wind" of={telemetry.value?.wind_gust} />;

function Sun() {
  const uv = telemetry.value?.uv_index;
  return (
    <Reading label={t.outdoors.sun} kind="irradiance" of={telemetry.value?.solar_radiation}>
      {typeof uv === 'number' && <More>{t.outdoors.uv({ index: number(uv) })}</More>}
    </Reading>
  );
}

const Light = () => <Reading label={t.quantities.light} kind="light" of={telemetry.value?.lux} />;

const Outside = () => (
  <Reading label={t.outdoors.outside} kind="temperature" of={outsideC.value}>
    {feltC.value !== null && (
      <span class="aside">
        {words.now.feelsLike} {degrees(feltC.value)}
      </span>
    )}
  </Reading>
);

/** Rain of today, and of the month and the year; how hard it rains while it does. */
function RainToday() {
  const now = telemetry.value;
  const rate = now?.rain_rate ?? 0;
  const of = (mm: number): string => figure('rain', mm, units.value);
  const sums = [now?.rain_month, now?.rain_year];
  return (
    <dl class="observe">
      <Reading label={t.outdoors.rainToday} kind="rain" of={now?.rain_today ?? 0} tone="rain">
        <More>
          {rate > 0
            ? t.outdoors.rate({ rate: withUnit('rain', rate, units.value) })
            : sums.every((mm) => typeof mm === 'number')
              ? t.outdoors.sums({ month: of(sums[0]!), year: of(sums[1]!) })
              : t.outdoors.more}
        </More>
      </Reading>
    </dl>
  );
}
