import type { Target } from '../../../contract/names.ts';
import { bandsOf } from '../../charts/fan-data.ts';
import { forecast, scorecard, time } from '../../data/station.ts';
import { figure, share, withUnit } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Weights, WeightsLegend } from '../../parts/weights.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts/forecast.ts';

/** The chart's numbers: six horizons, each with its band and with who had a say in it. */
export function HorizonTable({ target }: { target: Target }) {
  const bundle = forecast.value.value;
  const entries = bundle?.targets[target] ?? [];
  const bands = bandsOf(entries, target);
  const rows = entries.map((entry, i) => ({ ...entry, ...bands[i]! }));
  const isGuess = rows.some((row) => row.isProvisional);
  if (entries.length === 0) return null;
  const held = (horizonS: number): string =>
    share(scorecard.value.value?.rows.find((r) => r.target === target && r.horizon_s === horizonS)?.coverage, 1);
  const decimals = target === 'humidity' ? 0 : undefined;
  return (
    <>
      <DataTable
        class={`horizons${forecast.isOld.value ? ' old' : ''}`}
        caption={t.forecast.chartLabel({ target: t.targets[target] })}
        columns={[
          { head: t.inside.horizon, cell: (e) => t.horizons[e.horizon_s] ?? e.horizon_label },
          { head: t.forecast.at, cell: (e) => time.value.clock(e.valid_ts) },
          { head: t.forecast.value, cell: (e) => <b>{withUnit(target, e.mu, units.value, decimals)}</b> },
          {
            head: t.forecast.band,
            cell: (e) =>
              `${figure(target, e.lo, units.value, decimals)} … ${figure(target, e.hi, units.value, decimals)}${e.isProvisional ? '\u202f?' : ''}`,
          },
          { head: t.inside.held, cell: (e) => held(e.horizon_s) },
          { head: t.inside.weights, cell: (e) => <Weights of={e.weights} /> },
        ]}
        rows={rows}
      />
      {isGuess && <p class="muted">{t.forecast.guess}</p>}
      <div class="section-head">
        <WeightsLegend />
        {bundle?.issued_ts && <p class="muted">{t.forecast.issued({ clock: time.value.clock(bundle.issued_ts) })}</p>}
      </div>
    </>
  );
}
