import { useComputed } from '@preact/signals';
import type { HistoryRange } from '../../../contract/history.ts';
import type { Target } from '../../../contract/names.ts';
import { FanChart, type FanData } from '../../charts/fan-chart.tsx';
import { forecast, minuteS, place, recent, source, telemetry, zone } from '../../data/station.ts';
import { inUnits, number } from '../../format.ts';
import { units } from '../../settings.ts';
import { t } from '../../texts.ts';
import { nights } from '../../theme/sun.ts';
import { timeTicks } from '../../time.ts';

const PAST_S = 9 * 3600;
const FUTURE_S = 24 * 3600;
const COLUMN = { temperature: 'temp', humidity: 'hum', pressure: 'press' } as const;
/** The finest step a line of this quantity can show. */
const LIVE_STEPS_PER_UNIT = 10;

export const columnOf = (
  history: HistoryRange | null,
  target: Target,
): { ts: number[]; values: Array<number | null> } => {
  if (!history || !('ts' in history.series)) return { ts: [], values: [] };
  const half = history.bucket_s / 2;
  return { ts: history.series.ts.map((tS) => tS + half), values: history.series[COLUMN[target]] };
};

export function TargetFan({ target }: { target: Target }) {
  recent.use();
  const live = useComputed(() => {
    const value = telemetry.value?.[target];
    return typeof value === 'number' ? Math.round(value * LIVE_STEPS_PER_UNIT) / LIVE_STEPS_PER_UNIT : null;
  });
  const data = useComputed((): FanData => {
    const convert = (value: number | null): number | null =>
      value === null ? null : inUnits(target, value, units.value);
    const { ts, values } = columnOf(recent.value.value, target);
    const nowS = minuteS.value;
    return {
      fromS: nowS - PAST_S,
      toS: nowS + FUTURE_S,
      nowS,
      past: { ts, values: values.map(convert), widestGapS: 3.5 * (recent.value.value?.bucket_s ?? 300) },
      live: convert(live.value),
      entries: (forecast.value.value?.targets[target] ?? []).map((e) => ({
        ...e,
        mu: convert(e.mu),
        lo: convert(e.lo),
        hi: convert(e.hi),
      })),
      leastSpan: target === 'humidity' ? 12 : units.value === 'imperial' && target === 'pressure' ? 0.15 : 4,
    };
  });
  const decimals = target === 'pressure' ? (units.value === 'imperial' ? 2 : 0) : 0;
  const suffix = target === 'temperature' ? '°' : target === 'humidity' ? '\u202f%' : '';
  return (
    <FanChart
      tone={target}
      label={t.forecast.chartLabel(t.targets[target])}
      data={() => data.value}
      ticks={(fromS, toS, most) => timeTicks(fromS, toS, zone.value, Math.min(most, 12))}
      nights={(fromS, toS) => (place.value ? nights(fromS, toS, place.value) : [])}
      write={(value, atLeast) => `${number(value, Math.max(decimals, atLeast))}${suffix}`}
      markDecimals={decimals}
      ringSpacing={7}
      gutter={target === 'temperature' ? 30 : 42}
      watermark={t.now.simulatedMark[source.value]}
      emptyPast={recent.value.value?.n === 0 ? t.now.noHistory : []}
      emptyFuture={forecast.value.value && data.value.entries.length === 0 ? t.now.noForecast : []}
    />
  );
}
