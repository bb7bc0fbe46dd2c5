import type { Outlook } from '../../../contract/forecast.ts';
import type { Target } from '../../../contract/names.ts';
import { units } from '../../kit/browser-choices.ts';
import { gappedBand } from '../../kit/charts/gapped-band.ts';
import { gappedLine } from '../../kit/charts/path.ts';
import { TimeFrame } from '../../kit/charts/time-frame.tsx';
import { outlook } from '../../kit/data/of-views.ts';
import { place, time, zone } from '../../kit/data/station.ts';
import { number, withUnit } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { SpokenTable } from '../../kit/parts/spoken-table.tsx';
import { timeTicks } from '../../kit/time-ticks.ts';
import { t } from '../texts/forecast.ts';

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
      <SpokenTable
        caption={t.forecast.outlookLabel({ target: t.quantities[target] })}
        heads={[t.chart.time, t.chart.value, t.chart.low, t.chart.high]}
        rows={entries.map(({ ts, mu, lo, hi }) => [
          `${time.value.shortDay(ts)} ${time.value.clock(ts)}`,
          ...[mu, lo, hi].map((value) => withUnit(target, value, units.value)),
        ])}
      />
      {bundle && <p class="muted">{bundle.caveat}</p>}
    </section>
  );
}

function Usual({ entries: rows, target }: { entries: Outlook['targets'][string]; target: Target }) {
  return (
    <TimeFrame
      class={`low hatched tone-${target}${outlook.isOld.value ? ' old' : ''}`}
      label={t.forecast.outlookLabel({ target: t.quantities[target] })}
      kind={target}
      fromS={rows[0]!.ts}
      toS={rows.at(-1)!.ts}
      known={(['lo', 'hi', 'mu'] as const).map((of) => rows.map((row) => row[of]))}
      ticks={(from, to) =>
        timeTicks(from, to, zone.value, 7).map((tick) => ({ ...tick, label: time.value.shortDay(tick.tS) }))
      }
      place={place.value}
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
