import { useSignal } from '@preact/signals';
import type { ForecastEntry } from '../../../contract/forecast.ts';
import { MEMBERS, type Target } from '../../../contract/names.ts';
import { units } from '../../kit/browser-choices.ts';
import { bandsOf } from '../../kit/charts/fan-data.ts';
import { scorecard } from '../../kit/data/of-views.ts';
import { forecast, time } from '../../kit/data/station.ts';
import { figure, share, withUnit } from '../../kit/format.ts';
import { leadText } from '../../kit/lead-text.ts';
import { DataTable } from '../../kit/parts/data-table.tsx';
import { Swatch, Weights, WeightsLegend } from '../../kit/parts/weights.tsx';
import { t } from '../texts/forecast.ts';

/** Table of the chart's numbers: six horizons, each with its band and the weights of its experts. */
export function HorizonTable({ target }: { target: Target }) {
  const bundle = forecast.value.value;
  const entries = bundle?.targets[target] ?? [];
  const rows = bandsOf(entries, target);
  const open = useSignal<number | null>(null);
  const explained = rows.find(({ horizon_s }) => horizon_s === open.value);
  const isGuess = rows.some((row) => row.isProvisional);
  if (entries.length === 0) return null;
  const held = (horizonS: number): string =>
    share(scorecard.value.value?.rows.find((r) => r.target === target && r.horizon_s === horizonS)?.coverage, 1);
  const decimals = target === 'humidity' ? 0 : undefined;
  return (
    <>
      <DataTable
        class={`horizons${forecast.isOld.value ? ' old' : ''}`}
        caption={t.forecast.chartLabel({ target: t.quantities[target] })}
        columns={[
          { head: t.inside.horizon, cell: (e) => leadText(e.horizon_s) },
          { head: t.forecast.at, cell: (e) => time.value.clock(e.valid_ts) },
          { head: t.chart.expected, cell: (e) => <b>{withUnit(target, e.mu, units.value, decimals)}</b> },
          {
            head: t.forecast.band,
            cell: (e) =>
              `${figure(target, e.lo, units.value, decimals)} … ${figure(target, e.hi, units.value, decimals)}${e.isProvisional ? '\u202f?' : ''}`,
          },
          { head: t.inside.held, cell: (e) => held(e.horizon_s) },
          {
            head: t.inside.weights,
            cell: (e) => (
              <button
                type="button"
                class="sources"
                aria-label={t.sources.explain({ ahead: leadText(e.horizon_s) })}
                aria-expanded={open.value === e.horizon_s}
                onClick={() => (open.value = open.value === e.horizon_s ? null : e.horizon_s)}
              >
                <Weights of={e.weights} />
              </button>
            ),
          },
        ]}
        rows={rows}
      />
      <div aria-live="polite">
        {explained && <Sources ahead={leadText(explained.horizon_s)} of={explained.weights} />}
      </div>
      {isGuess && <p class="muted">{t.forecast.guess}</p>}
      <div class="section-head">
        <WeightsLegend />
        {bundle?.issued_ts && <p class="muted">{t.forecast.issued({ clock: time.value.clock(bundle.issued_ts) })}</p>}
      </div>
    </>
  );
}

/** Sources of a forecast in words, each with its share. */
const Sources = ({ ahead, of }: { ahead: string; of: ForecastEntry['weights'] }) => (
  <div class="sources-told">
    <h3>{t.sources.title({ ahead })}</h3>
    <dl>
      {MEMBERS.map((member) => (
        <div key={member}>
          <dt>
            <Swatch of={member} />
            {t.members[member]} <b>{share(of[member] ?? 0)}</b>
          </dt>
          <dd class="muted">{t.sources[member]}</dd>
        </div>
      ))}
    </dl>
  </div>
);
