import type { Target } from '../../../contract/names.ts';
import { gappedBand, gappedLine } from '../../charts/path.ts';
import { axisFor, extent, linear } from '../../charts/scale.ts';
import { useSize } from '../../charts/size.ts';
import { outlook, place, time, zone } from '../../data/station.ts';
import { inUnits, number, withUnit } from '../../format.ts';
import { COMMA } from '../../language.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Hatching } from '../../parts/hatching.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts/forecast.ts';
import { nights } from '../../theme/sun.ts';
import { timeTicks } from '../../time-ticks.ts';

/** Climatological outlook for days 2 to 7, hatched so that nobody takes it for a forecast. */
export function OutlookChart({ target }: { target: Target }) {
  const bundle = outlook.value.value;
  const entries = bundle?.targets[target] ?? [];
  const [ref, size] = useSize<HTMLDivElement>();
  return (
    <section>
      <div class="section-head">
        <h2>
          {t.forecast.outlook}
          <span class="plain">{COMMA + t.forecast.outlookKind}</span>
        </h2>
      </div>
      {entries.length > 1 ? (
        <div class={`chart low hatched tone-${target}${outlook.isOld.value ? ' old' : ''}`} ref={ref}>
          <Hatching id="hatch-outlook" />
          {size.value && <Usual entries={entries} target={target} size={size.value} />}
        </div>
      ) : (
        bundle && <p class="empty-note">{t.forecast.outlookEmpty({ days: number(bundle.history_days, 1) })}</p>
      )}
      <DataTable
        hidden
        caption={t.forecast.outlookLabel({ target: t.targets[target] })}
        columns={[
          { head: t.chart.time, cell: (e) => `${time.value.shortDay(e.ts)} ${time.value.clock(e.ts)}` },
          { head: t.chart.value, cell: (e) => withUnit(target, e.mu, units.value) },
          { head: t.chart.low, cell: (e) => withUnit(target, e.lo, units.value) },
          { head: t.chart.high, cell: (e) => withUnit(target, e.hi, units.value) },
        ]}
        rows={entries}
      />
      {bundle && <p class="muted">{bundle.caveat}</p>}
    </section>
  );
}

interface UsualProps {
  entries: Array<{ ts: number; mu: number | null; lo: number | null; hi: number | null }>;
  target: Target;
  size: { width: number; height: number; unit: number };
}

function Usual({ entries, target, size: { width, height, unit } }: UsualProps) {
  const convert = (value: number | null): number | null =>
    value === null ? null : inUnits(target, value, units.value);
  const rows = entries.map((e) => ({ ts: e.ts, mu: convert(e.mu), lo: convert(e.lo), hi: convert(e.hi) }));
  const [low, high] = extent(
    rows.map((r) => r.lo),
    rows.map((r) => r.hi),
    rows.map((r) => r.mu),
  ) ?? [0, 1];
  const axis = axisFor(low, high, 4, 1);
  const left = 42 * unit;
  const right = width - 6 * unit;
  const bottom = height - 22 * unit;
  const fromS = rows[0]!.ts;
  const toS = rows.at(-1)!.ts;
  const x = linear(fromS, toS, left, right);
  const y = linear(axis.from, axis.to, bottom, 4 * unit);
  const points = (of: 'mu' | 'lo' | 'hi') =>
    rows.map((row) => (row[of] === null ? null : { x: x(row.ts), y: y(row[of]) }));
  return (
    <svg
      role="img"
      aria-label={t.forecast.outlookLabel({ target: t.targets[target] })}
      viewBox={`0 0 ${width} ${height}`}
    >
      {place.value &&
        nights(fromS, toS, place.value).map(([a, b]) => (
          <rect key={a} class="night-shade soft" x={x(a)} width={x(b) - x(a)} y={0} height={bottom} />
        ))}
      {axis.ticks.map((value) => (
        <text key={value} x={left - 6 * unit} y={y(value)} dy="0.36em" text-anchor="end">
          {number(value, axis.decimals)}
          {target === 'temperature' ? '°' : ''}
        </text>
      ))}
      {timeTicks(fromS, toS, zone.value, 7).map((tick) => (
        <text key={tick.tS} x={x(tick.tS)} y={bottom + 17 * unit} text-anchor="middle">
          {time.value.shortDay(tick.tS)}
        </text>
      ))}
      <path class="band" d={gappedBand(points('hi'), points('lo'))} />
      <path class="future" d={gappedLine(points('mu'))} />
    </svg>
  );
}
