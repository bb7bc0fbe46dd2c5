import { useComputed } from '@preact/signals';
import { HOUR_S } from '../../../base/durations.ts';
import type { RangeOf } from '../../../contract/history.ts';
import { units } from '../../kit/browser-choices.ts';
import { minuteS, resource, telemetry } from '../../kit/data/station.ts';
import { number, THIN, withUnit } from '../../kit/format.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { type Fact, Facts } from '../../kit/parts/facts.tsx';
import { degrees } from '../degrees.ts';
import { t } from '../texts/outdoors.ts';
import { petal, roseOf } from './rose.ts';
import { CALM_MS } from './weather-words.ts';

const ROSE_S = 6 * HOUR_S;
const BUCKET_S = 600;

const lately = resource<RangeOf<'wind_speed' | 'wind_direction'>>(() => {
  const endS = Math.ceil(minuteS.peek() / BUCKET_S) * BUCKET_S;
  return `/api/history/range?start=${endS - ROSE_S}&end=${endS}&bucket=${BUCKET_S}&columns=wind_speed,wind_direction`;
}, BUCKET_S);

/** Sheet of wind, rain and sun: the rose of the last hours, the sums of the rain, the sun's day, and the formula of what it feels like. */
export default function OutdoorsSheet({ close }: { close: () => void }) {
  const now = telemetry.value;
  if (!now) return null;
  const fact = (label: string, value: number | null | undefined, write: (value: number) => string): Fact[] =>
    typeof value === 'number' ? [[label, write(value)]] : [];
  const speed = (ms: number): string => withUnit('wind', ms, units.value);
  const fallen = (mm: number): string => withUnit('rain', mm, units.value);
  const facts: Fact[] = [
    ...fact(t.outdoors.wind, now.wind_speed, speed),
    ...fact(t.outdoors.gust, now.wind_gust, speed),
    ...fact(t.outdoors.rainToday, now.rain_today, fallen),
    ...fact(t.outdoors.rainEvent, now.rain_event, fallen),
    ...fact(t.outdoors.rainMonth, now.rain_month, fallen),
    ...fact(t.outdoors.rainYear, now.rain_year, fallen),
    ...fact(t.outdoors.sun, now.solar_radiation, (value) => withUnit('irradiance', value, units.value)),
    ...fact(t.outdoors.sunshine, now.sunshine_today_h, (hours) => `${number(hours, 1)}${THIN}${t.spans.h}`),
    ...fact(t.outdoors.et0, now.et0_today, fallen),
    ...(now.feels_like_by === null
      ? []
      : fact(t.outdoors.feelsBy[now.feels_like_by], now.derived.feels_like, (value) => degrees(value))),
  ];
  return (
    <Dialog class="ask outdoors-sheet" close={close} title={t.outdoors.title} light>
      <div class="outdoors">
        {typeof now.wind_speed === 'number' && <Rose from={now.wind_direction} isCalm={now.wind_speed < CALM_MS} />}
        <Facts of={facts} />
      </div>
      <div class="buttons">
        <Button name={t.buttons.close} onClick={close} />
      </div>
    </Dialog>
  );
}

/** Where the wind came from in the last six hours: the area of a petal is its share. The needle points where it blows to now. */
function Rose({ from, isCalm }: { from: number | null; isCalm: boolean }) {
  lately.use();
  const shares = useComputed(() => {
    const series = lately.value.value?.series;
    return series && 'ts' in series ? roseOf(series.wind_direction, series.wind_speed) : null;
  });
  // Without a vane nothing is known of where it came from, and air that moves is not "no wind".
  if (shares.value === null && from === null && !isCalm) return null;
  return (
    <figure>
      <svg viewBox="0 0 100 100" role="img" aria-label={t.outdoors.rose}>
        <circle cx="50" cy="50" r="40" fill="none" stroke="var(--edge-line)" stroke-width="0.7" />
        {shares.value?.map(
          (share, sector) =>
            share > 0 && <path key={sector} d={petal(sector, share)} fill="var(--ink)" opacity="0.35" />,
        )}
        {[0, 2, 4, 6].map((point) => (
          <text
            key={point}
            x={50 + 46 * Math.sin((point * Math.PI) / 4)}
            y={53 - 46 * Math.cos((point * Math.PI) / 4)}
            text-anchor="middle"
            font-size="8"
            fill="var(--muted)"
          >
            {t.points[point as 0]}
          </text>
        ))}
        {from !== null && <path transform={`rotate(${from} 50 50)`} fill="var(--ink)" d="M50 62 44 38 50 43 56 38z" />}
      </svg>
      <figcaption class="muted">{shares.value ? t.outdoors.rose : isCalm && t.outdoors.noRose}</figcaption>
    </figure>
  );
}
