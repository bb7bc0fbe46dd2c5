import { useSignal } from '@preact/signals';
import { DAY_S } from '../../../base/durations.ts';
import type { SkillHistory } from '../../../contract/forecast.ts';
import { HORIZONS_S, type Target } from '../../../contract/names.ts';
import { gappedLine } from '../../kit/charts/path.ts';
import { TimeFrame } from '../../kit/charts/time-frame.tsx';
import { useResource } from '../../kit/data/station.ts';
import { number, share, THIN } from '../../kit/format.ts';
import { leadText } from '../../kit/lead-text.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { SegmentsOf } from '../../kit/parts/segments.tsx';
import { SpokenTable } from '../../kit/parts/spoken-table.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { ticksIn } from '../../kit/time-ticks.ts';
import { t } from '../texts/forecast.ts';

type Row = SkillHistory['rows'][number];
/** Number of days from which the dots are a cloud with a mean line through it. */
const CLOUD_FROM = 45;
const EITHER_SIDE = 7;

/** Start of a score's day or month, in UTC. */
const startS = ({ period }: Row): number => Date.parse(period) / 1000;

/** Skill and coverage of one forecast, by day or by month, as long as scores are kept. */
export function SkillOverTime({ target }: { target: Target }) {
  const horizon = useSignal('10800');
  const by = useSignal<'day' | 'month'>('day');
  const history = useResource<SkillHistory>(
    () => `/api/scorecard/history?target=${target}&horizon_s=${horizon.value}&by=${by.value}`,
    600,
  );
  const rows = history.value.value?.rows ?? [];
  const isKnown = rows.some(({ skill }) => skill !== null);
  const horizons = Object.fromEntries(HORIZONS_S.map((s) => [String(s), leadText(s)]));
  return (
    <section {...waitsFor(history)}>
      <div class="section-head">
        <h2>{t.skill.title}</h2>
        <SegmentsOf label={t.skill.by} of={by} choices={{ day: t.skill.day, month: t.skill.month }} />
        <Problem of={history.problem.value} />
      </div>
      <SegmentsOf label={t.inside.horizon} of={horizon} choices={horizons} />
      {history.value.value && !isKnown && <p class="empty-note">{t.skill.empty}</p>}
      {isKnown && (
        <div class="two">
          <Line rows={rows} of="skill" promise={0} title={t.skill.skill} />
          <Line rows={rows} of="coverage" promise={0.9} title={t.skill.coverage} />
        </div>
      )}
      <SpokenTable
        caption={t.skill.title}
        heads={[t.chart.time, t.skill.skill, t.skill.coverage, t.forecast.forecasts]}
        rows={rows.map(({ period, skill, coverage, n }) => [
          period,
          share(skill, 0, true),
          share(coverage, 1),
          number(n),
        ])}
      />
    </section>
  );
}

interface LineProps {
  rows: readonly Row[];
  of: 'skill' | 'coverage';
  /** Reference line: zero skill, or the promised coverage. */
  promise: number;
  title: string;
}

function Line({ rows, of, promise, title }: LineProps) {
  const fromS = startS(rows[0]!);
  const isCloud = rows.length > CLOUD_FROM;
  const values = rows.map((row) => row[of]);
  const means = isCloud ? rows.map((_, i) => meanAround(rows, i, of)) : values;
  return (
    <div>
      <p class="muted">{title}</p>
      <TimeFrame
        class="low"
        label={title}
        fromS={fromS}
        toS={Math.max(startS(rows.at(-1)!), fromS + DAY_S)}
        kind="probability"
        known={[[promise], values]}
        ticks={ticksIn('UTC')}
        write={(value, decimals) => `${number(value, decimals, of === 'skill')}${THIN}%`}
      >
        {({ x, y, unit, plot }) => {
          const at = (value: number | null, i: number) =>
            value === null ? null : { x: x(startS(rows[i]!)), y: y(value) };
          const [look, radius] = isCloud ? ['live-dot faint', 1.6 * unit] : ['live-dot', 2.4 * unit];
          const dot = (point: ReturnType<typeof at>, i: number) =>
            point && <circle key={i} class={look} cx={point.x} cy={point.y} r={radius} />;
          return (
            <>
              <line class="promise" x1={plot.left} x2={plot.right} y1={y(promise)} y2={y(promise)} />
              <path class="past" d={gappedLine(means.map(at))} />
              {values.map(at).map(dot)}
            </>
          );
        }}
      </TimeFrame>
    </div>
  );
}

/** Moving mean over two weeks, weighted by the number of forecasts. */
function meanAround(rows: readonly Row[], i: number, of: 'skill' | 'coverage'): number | null {
  if (rows[i]![of] === null) return null;
  let [sum, n] = [0, 0];
  for (const row of rows.slice(Math.max(0, i - EITHER_SIDE), i + EITHER_SIDE + 1)) {
    const value = row[of];
    if (value === null) continue;
    sum += value * row.n;
    n += row.n;
  }
  return n === 0 ? null : sum / n;
}
