import { useComputed } from '@preact/signals';
import { HOUR_S } from '../../../base/durations.ts';
import type { Target } from '../../../contract/names.ts';
import { FanChart } from '../../charts/fan-chart.tsx';
import { useFan } from '../../charts/use-fan.ts';
import { forecast, place, recent, source, zone } from '../../data/station.ts';
import { number } from '../../format.ts';
import { units } from '../../settings.ts';
import { t } from '../../texts/forecast.ts';
import { nights } from '../../theme/sun.ts';
import { timeTicks } from '../../time-ticks.ts';

const PAST_S = 9 * HOUR_S;
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
      gutter={target === 'temperature' ? 30 : 42}
      watermark={t.header[source.value].toUpperCase()}
      emptyPast={recent[target].value.value?.n === 0 ? t.chart.noHistory : ''}
      emptyFuture={forecast.value.value && isEmpty.value ? t.chart.noForecast : ''}
    />
  );
}
