import { HORIZONS_S, type Target } from '../../../contract/names.ts';
import { units } from '../../kit/browser-choices.ts';
import { TimeFrame } from '../../kit/charts/time-frame.tsx';
import { nerd, outlook, scorecard } from '../../kit/data/of-views.ts';
import { figure, number, share, stepOf, stepSize } from '../../kit/format.ts';
import { leadText } from '../../kit/lead-text.ts';
import { DataTable } from '../../kit/parts/data-table.tsx';
import { Problem } from '../../kit/parts/problem.tsx';
import { SpokenTable } from '../../kit/parts/spoken-table.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { t } from '../texts/forecast.ts';
import { OutlookChart } from './outlook-chart.tsx';
import { SkillOverTime } from './skill-over-time.tsx';
import { WhatItSaid } from './what-it-said.tsx';

/** How well the forecasts did, and what is typical beyond them. */
export default function TrackRecord({ target: shown }: { target: Target }) {
  outlook.use();
  nerd.use();
  return (
    <>
      <Scores target={shown} />
      <WhatItSaid key={`said-${shown}`} target={shown} />
      <SkillOverTime key={`skill-${shown}`} target={shown} />
      <div class="two">
        <Reliability target={shown} />
        <OutlookChart key={`outlook-${shown}`} target={shown} />
      </div>
    </>
  );
}

/** Half width of 90 % of a normal, in σ: how far chance alone moves a share of n forecasts. */
const Z90 = 1.645;

/** Promised and real coverage by horizon; a bar shows how far chance alone would move it. */
function Reliability({ target }: { target: Target }) {
  const points = nerd.value.value?.reliability.points.filter((p) => p.target === target) ?? [];
  const nominal = points[0]?.nominal ?? 0.9;
  return (
    <section {...waitsFor(nerd)}>
      <h2>{t.forecast.reliability}</h2>
      <p class="muted">{points.length > 0 ? t.forecast.reliabilityWhy : t.forecast.reliabilityEmpty}</p>
      {points.length > 0 && (
        <TimeFrame
          class={`low tone-${target}${nerd.isOld.value ? ' old' : ''}`}
          label={t.forecast.reliabilityLabel}
          kind="probability"
          // A horizon has a slot, whatever its length.
          fromS={-0.5}
          toS={HORIZONS_S.length - 0.5}
          known={[[0.8, 1], points.map((p) => p.realised)]}
          ticks={() => HORIZONS_S.map((horizonS, i) => ({ tS: i, label: leadText(horizonS) }))}
        >
          {({ x, y, unit, plot }) => (
            <>
              <line class="promise" x1={plot.left} x2={plot.right} y1={y(nominal)} y2={y(nominal)} />
              {points.map((point) => {
                const at = x((HORIZONS_S as readonly number[]).indexOf(point.horizon_s));
                const spread = point.n > 0 ? Z90 * Math.sqrt((nominal * (1 - nominal)) / point.n) : 0;
                return (
                  <g key={point.horizon_s}>
                    <line
                      class="chance"
                      x1={at}
                      x2={at}
                      y1={y(Math.min(1, nominal + spread))}
                      y2={Math.min(plot.bottom, y(nominal - spread))}
                    />
                    <circle class="live-dot" cx={at} cy={y(point.realised)} r={4.5 * unit} />
                  </g>
                );
              })}
            </>
          )}
        </TimeFrame>
      )}
      <SpokenTable
        caption={t.forecast.reliabilityLabel}
        heads={[t.inside.horizon, t.inside.held, t.forecast.forecasts]}
        rows={points.map(({ horizon_s, realised, n }) => [leadText(horizon_s), share(realised, 1), number(n)])}
      />
    </section>
  );
}

/** The station's scores of its forecasts; above zero they beat the rival. */
function Scores({ target }: { target: Target }) {
  const card = scorecard.value.value;
  const rows = card?.rows.filter((row) => row.target === target).sort((a, b) => a.horizon_s - b.horizon_s) ?? [];
  const u = units.value;
  return (
    <section {...waitsFor(scorecard)}>
      <div class="section-head">
        <h2>{t.forecast.score}</h2>
        {rows[0] && <p class="muted">{t.forecast.days({ n: number(rows[0].window_days) })}</p>}
        <Problem of={scorecard.problem.value} />
      </div>
      {card && rows.length === 0 && <p class="empty-note">{t.forecast.scoreEmpty}</p>}
      {rows.length > 0 && (
        <>
          <DataTable
            class={scorecard.isOld.value ? 'old' : ''}
            caption={t.forecast.score}
            needs="half"
            columns={[
              { head: t.inside.horizon, cell: (row) => leadText(row.horizon_s) },
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
            <summary>{t.headings.details}</summary>
            <p>{t.forecast.explainer}</p>
          </details>
        </>
      )}
    </section>
  );
}
