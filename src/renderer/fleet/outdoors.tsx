import type { FleetHistory } from '../../contract/fleet.ts';
import { units } from '../kit/browser-choices.ts';
import { number, unitOf, withUnit } from '../kit/format.ts';
import { COMMA } from '../kit/language.ts';
import { LinesChart } from './lines-chart.tsx';
import { t } from './texts/fleet.ts';

interface Chart {
  name: keyof typeof t.fleet.station.outdoors;
  field: string;
  /** Field of the dashed line over it. */
  over?: string;
  /** Kind of the values; the UV index is a number alone. */
  kind?: 'wind' | 'rain' | 'irradiance' | 'temperature' | 'humidity';
}

const CHARTS: readonly Chart[] = [
  { name: 'wind', field: 'wind', over: 'gust', kind: 'wind' },
  { name: 'rain', field: 'rain', kind: 'rain' },
  { name: 'sun', field: 'solar', kind: 'irradiance' },
  { name: 'uv', field: 'uv' },
  { name: 'temperature', field: 'outdoor_temp', kind: 'temperature' },
  { name: 'humidity', field: 'outdoor_hum', kind: 'humidity' },
];
const LEAST_UV = 2;

/** Wind, rain, sun and the air outdoors of a station that measures them; nothing of others. */
export const Outdoors = ({ of, name }: { of: FleetHistory; name: string }) =>
  CHARTS.map((chart) => chart.field in of.outdoors && <Outdoor key={chart.field} {...{ chart, of, name }} />);

function Outdoor({ chart, of, name }: { chart: Chart; of: FleetHistory; name: string }) {
  const { kind, field, over } = chart;
  const unit = kind ? unitOf(kind, units.value) : '';
  const isRain = kind === 'rain';
  const columns = [field, ...(over === undefined ? [] : [over])].map((one) => of.outdoors[one] ?? []);
  const known = columns.flat().flatMap((value) => value ?? []);
  const told = isRain ? known.reduce((sum, value) => sum + value, 0) : Math.max(...known);
  const value = kind ? withUnit(kind, told, units.value) : number(told, 1);
  const what = t.fleet.station.outdoors[chart.name];
  return (
    <>
      <h3>
        {what}
        {unit !== '' && COMMA + unit}
        <span class="muted"> {(isRain ? t.fleet.station.sum : t.fleet.station.highest)({ value })}</span>
      </h3>
      <LinesChart
        of={kind}
        {...(!kind && { leastSpan: LEAST_UV, floor: 0 })}
        tone={isRain ? 'rain low' : 'temperature low'}
        label={t.fleet.station.chart({ quantity: what, name })}
        {...{ fromS: of.start_ts, toS: of.end_ts, ts: of.ts, columns }}
        widestS={3.5 * of.bucket_s}
      />
    </>
  );
}
