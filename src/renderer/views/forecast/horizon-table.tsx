import type { Target } from '../../../contract/common.ts';
import { forecast, scorecard, time } from '../../data/station.ts';
import { DASH, figure, number, withUnit } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Weights, WeightsLegend } from '../../parts/weights.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts.ts';

/** The chart's numbers: six horizons, each with its band and with who had a say in it. */
export function HorizonTable({ target }: { target: Target }) {
  const bundle = forecast.value.value;
  const entries = bundle?.targets[target] ?? [];
  if (entries.length === 0) return null;
  const held = (horizonS: number): string => {
    const row = scorecard.value.value?.rows.find((r) => r.target === target && r.horizon_s === horizonS);
    return row?.coverage === null || row === undefined ? DASH : `${number(row.coverage * 100, 1)}\u202f%`;
  };
  const decimals = target === 'humidity' ? 0 : undefined;
  return (
    <>
      <DataTable
        class="horizons"
        caption={t.forecast.chartLabel(t.targets[target])}
        head={[
          t.forecast.horizon,
          t.forecast.at,
          t.forecast.value,
          t.forecast.band,
          t.forecast.held,
          t.forecast.weights,
        ]}
        rows={entries.map((e) => [
          t.horizons[e.horizon_s] ?? e.horizon_label,
          time.value.clock(e.valid_ts),
          <b key="mu">{withUnit(target, e.mu, units.value, decimals)}</b>,
          `${figure(target, e.lo, units.value, decimals)} … ${figure(target, e.hi, units.value, decimals)}`,
          held(e.horizon_s),
          <Weights key="weights" of={e.weights} />,
        ])}
      />
      <div class="section-head">
        <WeightsLegend />
        {bundle?.issued_ts && <p class="muted">{t.forecast.issued(time.value.clock(bundle.issued_ts))}</p>}
      </div>
    </>
  );
}
