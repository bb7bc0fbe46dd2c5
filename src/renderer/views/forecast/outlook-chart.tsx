import type { Target } from '../../../contract/names.ts';
import { leastSpanOf } from '../../charts/least-span.ts';
import { gappedBand, gappedLine } from '../../charts/path.ts';
import { extent } from '../../charts/scale.ts';
import { TimeFrame } from '../../charts/time-frame.tsx';
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
  return (
    <section>
      <div class="section-head">
        <h2>
          {t.forecast.outlook}
          <span class="plain">{COMMA + t.forecast.outlookKind}</span>
        </h2>
      </div>
      {entries.length > 1 ? (
        <Usual entries={entries} target={target} />
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
}

function Usual({ entries, target }: UsualProps) {
  const convert = (value: number | null): number | null =>
    value === null ? null : inUnits(target, value, units.value);
  const rows = entries.map((e) => ({ ts: e.ts, mu: convert(e.mu), lo: convert(e.lo), hi: convert(e.hi) }));
  const fromS = rows[0]!.ts;
  const toS = rows.at(-1)!.ts;
  return (
    <TimeFrame
      class={`low hatched tone-${target}${outlook.isOld.value ? ' old' : ''}`}
      label={t.forecast.outlookLabel({ target: t.targets[target] })}
      fromS={fromS}
      toS={toS}
      bounds={extent(
        rows.map((r) => r.lo),
        rows.map((r) => r.hi),
        rows.map((r) => r.mu),
      )}
      leastSpan={leastSpanOf(target, units.value)}
      ticks={(from, to) =>
        timeTicks(from, to, zone.value, 7).map((tick) => ({ ...tick, label: time.value.shortDay(tick.tS) }))
      }
      nights={place.value ? nights(fromS, toS, place.value) : []}
      write={(value, decimals) => number(value, decimals) + (target === 'temperature' ? '°' : '')}
      before={<Hatching id="hatch-outlook" />}
    >
      {({ x, y }) => {
        const points = (of: 'mu' | 'lo' | 'hi') =>
          rows.map((row) => (row[of] === null ? null : { x: x(row.ts), y: y(row[of]) }));
        return (
          <>
            <path class="band" d={gappedBand(points('hi'), points('lo'))} />
            <path class="future" d={gappedLine(points('mu'))} />
          </>
        );
      }}
    </TimeFrame>
  );
}
