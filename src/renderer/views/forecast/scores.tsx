import type { Target } from '../../../contract/common.ts';
import { scorecard } from '../../data/station.ts';
import { DASH, figure, type Kind, number } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts.ts';

const STEP: Record<Target, Kind> = {
  temperature: 'temperatureStep',
  humidity: 'humidityStep',
  pressure: 'pressureStep',
};
const unsigned = (text: string): string => text.replace(/^[+−]/, '');

/** The station's own verdict on its forecasts; above zero it beats the rival, below it does not. */
export function Scores({ target }: { target: Target }) {
  const card = scorecard.value.value;
  const rows = card?.rows.filter((row) => row.target === target).sort((a, b) => a.horizon_s - b.horizon_s) ?? [];
  const percent = (share: number | null, decimals = 0): string =>
    share === null ? DASH : `${number(share * 100, decimals, true)}\u202f%`;
  const size = (value: number | null): string => unsigned(figure(STEP[target], value, units.value, 2));
  return (
    <section>
      <div class="section-head">
        <h2>{t.forecast.score}</h2>
        {rows[0] && <p class="muted">{t.forecast.days(number(rows[0].window_days))}</p>}
      </div>
      <Problem of={scorecard.problem.value} />
      {card && rows.length === 0 && <p class="empty-note">{t.forecast.scoreEmpty}</p>}
      {rows.length > 0 && (
        <>
          <DataTable
            caption={t.forecast.score}
            head={[
              t.forecast.horizon,
              t.forecast.forecasts,
              t.forecast.error,
              t.forecast.bias,
              t.forecast.againstPersistence,
              t.forecast.againstClimatology,
              t.forecast.width,
              t.forecast.crps,
            ]}
            rows={rows.map((row) => [
              t.horizons[row.horizon_s] ?? String(row.horizon_s),
              number(row.n),
              size(row.mae),
              figure(STEP[target], row.bias, units.value, 2),
              <b key="skill">{percent(row.skill)}</b>,
              percent(row.mae !== null && row.mae_climatology ? 1 - row.mae / row.mae_climatology : null),
              size(row.mean_width),
              size(row.crps),
            ])}
          />
          <p class="muted">{card?.explainer}</p>
        </>
      )}
    </section>
  );
}
