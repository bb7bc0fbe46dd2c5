import { useComputed } from '@preact/signals';
import type { Target } from '../../../contract/names.ts';
import { FanChart } from '../../charts/fan-chart.tsx';
import { useFan } from '../../charts/use-fan.ts';
import { forecast, place, recent, source, zone } from '../../data/station.ts';
import { number } from '../../format.ts';
import { units } from '../../settings.ts';
import { t } from '../../texts/forecast.ts';
import { nights } from '../../theme/sun.ts';
import { timeTicks } from '../../time-ticks.ts';
import { pickedOf, side, sliderFor } from './chances/picked.ts';
import { PAST_S } from './chances/row.tsx';
import { valueText } from './chances/scale.ts';

/** Room for the axis: rows below have the same. */
const GUTTER = 46;
const SUFFIX: Record<Target, string> = { temperature: '°', humidity: '\u202f%', pressure: '' };

export function TargetFan({ target }: { target: Target }) {
  const data = useFan(target, PAST_S);
  const isEmpty = useComputed(() => data.value.entries.length === 0);
  const decimals = target === 'pressure' && units.value === 'imperial' ? 2 : 0;
  return (
    <FanChart
      tone={target}
      label={t.forecast.chartLabel({ target: t.targets[target] })}
      data={() => data.value}
      ticks={(fromS, toS, most) => timeTicks(fromS, toS, zone.value, Math.min(most, 12))}
      nights={(fromS, toS) => (place.value ? nights(fromS, toS, place.value) : [])}
      write={(value, atLeast) => `${number(value, Math.max(decimals, atLeast))}${SUFFIX[target]}`}
      markDecimals={decimals}
      ringSpacing={7}
      gutter={GUTTER}
      over={({ x, y, plot, unit }) => (
        <PickedLine target={target} y={y} from={x(data.value.nowS)} to={plot.right} unit={unit} />
      )}
      watermark={t.header[source.value].toUpperCase()}
      emptyPast={recent[target].value.value?.n === 0 ? t.chart.noHistory : ''}
      emptyFuture={forecast.value.value && isEmpty.value ? t.chart.noForecast : ''}
    />
  );
}

interface LineProps {
  target: Target;
  y: (value: number) => number;
  from: number;
  to: number;
  unit: number;
}

/** Line of the value that the reader picks: it follows the slider. */
function PickedLine({ target, y, from, to, unit }: LineProps) {
  const value = pickedOf(target);
  const slider = sliderFor(target);
  if (value === null || !slider) return null;
  const text = valueText(target, value, units.value, slider.decimals);
  return (
    <g class="picked-line">
      <line x1={from} x2={to} y1={y(value)} y2={y(value)} />
      <text class="figure" x={from + 8 * unit} y={y(value) - 6 * unit}>
        {side.value === 'below' ? t.chances.belowX({ value: text }) : t.chances.aboveX({ value: text })}
      </text>
    </g>
  );
}
