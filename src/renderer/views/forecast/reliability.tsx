import { HORIZONS_S, type Target } from '../../../contract/names.ts';
import { linear } from '../../charts/scale.ts';
import { useSize } from '../../charts/size.ts';
import { nerd } from '../../data/station.ts';
import { number, share } from '../../format.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { t } from '../../texts/forecast.ts';

/** 90 % of a normal: how far chance alone moves a share that was counted n times. */
const Z90 = 1.645;

/** Promised against kept, horizon by horizon, with the play of chance as a bar. */
export function Reliability({ target }: { target: Target }) {
  const points = nerd.value.value?.reliability.points.filter((p) => p.target === target) ?? [];
  const [ref, size] = useSize<HTMLDivElement>();
  const s = size.value;
  const nominal = points[0]?.nominal ?? 0.9;
  const lowest = Math.min(0.8, ...points.map((p) => p.realised - 0.02));
  return (
    <section {...waitsFor(nerd)}>
      <h2>{t.forecast.reliability}</h2>
      <p class="muted">{points.length > 0 ? t.forecast.reliabilityWhy : t.forecast.reliabilityEmpty}</p>
      {points.length > 0 && (
        <div class={`chart low tone-${target}${nerd.isOld.value ? ' old' : ''}`} ref={ref}>
          {s && <Dots s={s} points={points} nominal={nominal} lowest={lowest} />}
        </div>
      )}
      <DataTable
        hidden
        caption={t.forecast.reliabilityLabel}
        columns={[
          { head: t.inside.horizon, cell: (p) => t.horizons[p.horizon_s] ?? '' },
          { head: t.inside.held, cell: (p) => share(p.realised, 1) },
          { head: t.forecast.forecasts, cell: (p) => number(p.n) },
        ]}
        rows={points}
      />
    </section>
  );
}

interface DotsProps {
  s: { width: number; height: number; unit: number };
  points: Array<{ horizon_s: number; nominal: number; realised: number; n: number }>;
  nominal: number;
  lowest: number;
}

function Dots({ s, points, nominal, lowest }: DotsProps) {
  const { unit } = s;
  const bottom = s.height - 22 * unit;
  const x = linear(-0.5, HORIZONS_S.length - 0.5, 44 * unit, s.width - 4 * unit);
  const y = linear(lowest, 1, bottom, 8 * unit);
  return (
    <svg role="img" aria-label={t.forecast.reliabilityLabel} viewBox={`0 0 ${s.width} ${s.height}`}>
      {[lowest, 1].map((part) => (
        <g key={part}>
          <line class="grid-line" x1={44 * unit} x2={s.width} y1={y(part)} y2={y(part)} />
          <text x={38 * unit} y={y(part)} dy="0.36em" text-anchor="end">
            {share(part)}
          </text>
        </g>
      ))}
      <line class="promise" x1={44 * unit} x2={s.width} y1={y(nominal)} y2={y(nominal)} />
      <text x={38 * unit} y={y(nominal)} dy="0.36em" text-anchor="end" class="figure">
        {share(nominal)}
      </text>
      {HORIZONS_S.map((horizonS, i) => {
        const point = points.find((p) => p.horizon_s === horizonS);
        const spread = point && point.n > 0 ? Z90 * Math.sqrt((nominal * (1 - nominal)) / point.n) : 0;
        return (
          <g key={horizonS}>
            <text x={x(i)} y={bottom + 16 * unit} text-anchor="middle">
              {t.horizons[horizonS]}
            </text>
            {point && (
              <>
                <line
                  class="chance"
                  x1={x(i)}
                  x2={x(i)}
                  y1={y(Math.min(1, nominal + spread))}
                  y2={y(nominal - spread)}
                />
                <circle class="live-dot" cx={x(i)} cy={y(point.realised)} r={4.5 * unit} />
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}
