import type { FleetHistory } from '../../contract/fleet.ts';
import { units } from '../kit/browser-choices.ts';
import { inUnits, number, unitOf } from '../kit/format.ts';
import { LinesChart } from './lines-chart.tsx';
import { t } from './texts/fleet.ts';

interface Chart {
  name: keyof typeof t.fleet.station.outdoors;
  field: string;
  /** Field of the dashed line over it. */
  over?: string;
  /** Heading of the whole span: its sum, or the highest value. */
  isSum?: true;
  /** Kind and decimals; the UV index is a number alone. */
  kind: 'wind' | 'rain' | 'irradiance' | 'temperature' | 'humidity' | null;
  decimals: number;
}

const CHARTS: readonly Chart[] = [
  { name: 'wind', field: 'wind', over: 'gust', kind: 'wind', decimals: 1 },
  { name: 'rain', field: 'rain', isSum: true, kind: 'rain', decimals: 1 },
  { name: 'sun', field: 'solar', kind: 'irradiance', decimals: 0 },
  { name: 'uv', field: 'uv', kind: null, decimals: 1 },
  { name: 'temperature', field: 'outdoor_temp', kind: 'temperature', decimals: 1 },
  { name: 'humidity', field: 'outdoor_hum', kind: 'humidity', decimals: 0 },
];
const LEAST_UV = 2;

/** Wind, rain, sun and the air outdoors of a station that measures them; nothing of others. */
export const Outdoors = ({ of, name }: { of: FleetHistory; name: string }) =>
  CHARTS.map((chart) => chart.field in of.outdoors && <Outdoor key={chart.field} {...{ chart, of, name }} />);

function Outdoor({ chart, of, name }: { chart: Chart; of: FleetHistory; name: string }) {
  const { kind, field, over } = chart;
  const unit = kind === null ? '' : unitOf(kind, units.value);
  const decimals = kind === 'rain' && units.value === 'imperial' ? 2 : chart.decimals;
  const columns = [field, ...(over === undefined ? [] : [over])].map((one) => of.outdoors[one] ?? []);
  const known = columns.flat().flatMap((value) => value ?? []);
  const told = chart.isSum ? known.reduce((sum, value) => sum + value, 0) : Math.max(...known);
  const figure = number(kind === null ? told : inUnits(kind, told, units.value), decimals);
  const value = unit === '' ? figure : `${figure} ${unit}`;
  const what = t.fleet.station.outdoors[chart.name];
  return (
    <>
      <h3>
        {what}
        {unit !== '' && `, ${unit}`}
        <span class="muted"> {(chart.isSum ? t.fleet.station.sum : t.fleet.station.highest)({ value })}</span>
      </h3>
      <LinesChart
        of={kind ?? undefined}
        {...(kind === null && { leastSpan: LEAST_UV, floor: 0 })}
        tone={`${chart.name === 'rain' ? 'rain' : 'temperature'} low`}
        label={t.fleet.station.chart({ quantity: what, name })}
        {...{ fromS: of.start_ts, toS: of.end_ts, ts: of.ts, columns }}
        widestS={3.5 * of.bucket_s}
      />
    </>
  );
}
