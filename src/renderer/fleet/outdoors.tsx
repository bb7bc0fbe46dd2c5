import type { FleetHistory } from '../../contract/fleet.ts';
import { gappedLine, withGaps } from '../charts/path.ts';
import { extent } from '../charts/scale.ts';
import { TimeFrame } from '../charts/time-frame.tsx';
import { inUnits, number, type Units, unitOf } from '../format.ts';
import { units } from '../settings.ts';
import { timeTicks } from '../time-ticks.ts';
import { zone } from './fleet.ts';
import { t } from './texts/fleet.ts';

type Name = keyof typeof t.fleet.station.outdoors;
interface Chart {
  name: Name;
  field: string;
  /** Field of the dashed line over it. */
  over?: string;
  /** Heading of the whole span. */
  tells: 'highest' | 'sum';
  /** Unit, decimals, and the least span of the axis. */
  scale: (units: Units) => { unit: string; decimals: number; of: (value: number) => number; leastSpan: number };
}
const plain = (unit: string, decimals: number, leastSpan: number) => () => ({
  unit,
  decimals,
  leastSpan,
  of: (value: number): number => value,
});
const scaled =
  (metric: ReturnType<typeof plain>, unit: string, decimals: number, factor: number, leastSpan: number) =>
  (of: Units) =>
    of === 'metric' ? metric() : { unit, decimals, leastSpan, of: (value: number): number => value * factor };
const shared = (kind: 'temperature' | 'humidity', leastSpan: number) => (of: Units) => ({
  unit: unitOf(kind, of),
  decimals: kind === 'humidity' ? 0 : 1,
  leastSpan,
  of: (value: number): number => inUnits(kind, value, of),
});

const CHARTS: readonly Chart[] = [
  {
    name: 'wind',
    field: 'wind',
    over: 'gust',
    tells: 'highest',
    scale: scaled(plain('m/s', 1, 2), 'mph', 1, 1 / 0.44704, 4),
  },
  { name: 'rain', field: 'rain', tells: 'sum', scale: scaled(plain('mm', 1, 1), 'in', 2, 1 / 25.4, 0.04) },
  { name: 'sun', field: 'solar', tells: 'highest', scale: plain('W/m²', 0, 100) },
  { name: 'uv', field: 'uv', tells: 'highest', scale: plain('', 1, 2) },
  { name: 'temperature', field: 'outdoor_temp', tells: 'highest', scale: shared('temperature', 4) },
  { name: 'humidity', field: 'outdoor_hum', tells: 'highest', scale: shared('humidity', 12) },
];

/** Wind, rain, sun and the air outdoors of a station that measures them; nothing of others. */
export function Outdoors({ of, name }: { of: FleetHistory; name: string }) {
  return (
    <>{CHARTS.map((chart) => chart.field in of.outdoors && <Outdoor key={chart.field} {...{ chart, of, name }} />)}</>
  );
}

function Outdoor({ chart, of, name }: { chart: Chart; of: FleetHistory; name: string }) {
  const { unit, decimals, of: convert, leastSpan } = chart.scale(units.value);
  const column = (field: string | undefined) =>
    field === undefined ? [] : (of.outdoors[field] ?? []).map((value) => (value === null ? null : convert(value)));
  const [values, over] = [column(chart.field), column(chart.over)];
  const known = [...values, ...over].filter((value) => value !== null);
  const told = chart.tells === 'sum' ? known.reduce((sum, value) => sum + value, 0) : Math.max(...known);
  const what = t.fleet.station.outdoors[chart.name];
  const { start_ts: fromS, end_ts: toS, bucket_s: bucketS } = of;
  const words = { value: `${number(told, decimals)}${unit === '' ? '' : ` ${unit}`}` };
  return (
    <>
      <h3>
        {what}
        {unit !== '' && `, ${unit}`}
        <span class="muted">
          {' '}
          {chart.tells === 'sum' ? t.fleet.station.sum(words) : t.fleet.station.highest(words)}
        </span>
      </h3>
      <TimeFrame
        class={`low tone-${chart.name === 'rain' ? 'rain' : 'temperature'}`}
        label={t.fleet.station.chart({ quantity: what, name })}
        bounds={extent(values, over)}
        ticks={(from, to, most) => timeTicks(from, to, zone, most)}
        {...{ fromS, toS, leastSpan }}
      >
        {({ x, y }) =>
          [values, over].map((one, i) => (
            <path
              key={i}
              class={i === 0 ? 'past' : 'past second'}
              d={gappedLine(
                withGaps(of.ts, one, 3.5 * bucketS).map(({ tS, value }) =>
                  value === null || tS < fromS || tS > toS ? null : { x: x(tS), y: y(value) },
                ),
              )}
            />
          ))
        }
      </TimeFrame>
    </>
  );
}
