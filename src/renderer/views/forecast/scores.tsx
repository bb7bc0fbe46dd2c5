import type { Target } from '../../../contract/names.ts';
import { scorecard } from '../../data/station.ts';
import { figure, number, share, stepOf, stepSize } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { units } from '../../settings.ts';
import { t } from '../../texts/forecast.ts';

/** The station's own verdict on its forecasts; above zero it beats the rival, below it does not. */
export function Scores({ target }: { target: Target }) {
  const card = scorecard.value.value;
  const rows = card?.rows.filter((row) => row.target === target).sort((a, b) => a.horizon_s - b.horizon_s) ?? [];
  const u = units.value;
  return (
    <section {...waitsFor(scorecard)}>
      <div class="section-head">
        <h2>{t.forecast.score}</h2>
        {rows[0] && <p class="muted">{t.forecast.days({ n: number(rows[0].window_days) })}</p>}
      </div>
      <Problem of={scorecard.problem.value} />
      {card && rows.length === 0 && <p class="empty-note">{t.forecast.scoreEmpty}</p>}
      {rows.length > 0 && (
        <>
          <DataTable
            class={scorecard.isOld.value ? 'old' : ''}
            caption={t.forecast.score}
            columns={[
              { head: t.inside.horizon, cell: (row) => t.horizons[row.horizon_s] ?? String(row.horizon_s) },
              { head: t.forecast.forecasts, cell: (row) => number(row.n) },
              { head: t.forecast.error, cell: (row) => stepSize(target, row.mae, u) },
              { head: t.forecast.bias, cell: (row) => figure(stepOf(target), row.bias, u, 2) },
              { head: t.forecast.againstPersistence, cell: (row) => <b>{share(row.skill, 0, true)}</b> },
              {
                head: t.forecast.againstClimatology,
                cell: (row) =>
                  share(row.mae !== null && row.mae_climatology ? 1 - row.mae / row.mae_climatology : null, 0, true),
              },
              { head: t.forecast.width, cell: (row) => stepSize(target, row.mean_width, u) },
              { head: t.forecast.crps, cell: (row) => stepSize(target, row.crps, u) },
            ]}
            rows={rows}
          />
          <p class="muted">{t.forecast.scoreWhy}</p>
          <details class="muted">
            <summary>{t.forecast.exactly}</summary>
            <p>{t.forecast.explainer}</p>
          </details>
        </>
      )}
    </section>
  );
}
