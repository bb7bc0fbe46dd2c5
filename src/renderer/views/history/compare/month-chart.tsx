import type { MonthReport, ReportDay } from '../../../../contract/report.ts';
import { degrees } from '../../../charts/axes.tsx';
import { leastSpanOf } from '../../../charts/least-span.ts';
import { extent } from '../../../charts/scale.ts';
import { type Frame, TimeFrame } from '../../../charts/time-frame.tsx';
import { inUnits } from '../../../format.ts';
import { units } from '../../../settings.ts';
import { t } from '../../../texts/history.ts';

/** Days with a number under them. */
const LABELLED = [1, 5, 10, 15, 20, 25, 30];
const ofMonth = ({ day }: ReportDay): number => Number(day.slice(8));

/** Chart of a month: each day from lowest to highest, over its normal course (dark) and the band of nine days in ten (light). */
export function MonthChart({ report }: { report: MonthReport }) {
  const { days, days_in_month: count } = report;
  const of = (value: number | null): number | null =>
    value === null ? null : inUnits('temperature', value, units.value);
  const hasUsual = days.some(({ usual }) => usual !== null);
  return (
    <>
      <TimeFrame
        class="low"
        label={t.month.chartLabel}
        fromS={0.5}
        toS={count + 0.5}
        bounds={extent(
          days.flatMap((day) => [
            of(day.temp_min),
            of(day.temp_max),
            of(day.usual?.lo ?? null),
            of(day.usual?.hi ?? null),
          ]),
        )}
        leastSpan={2 * leastSpanOf('temperature', units.value)}
        ticks={(_, to) =>
          LABELLED.filter((day) => day < to).map((day) => ({ tS: day, label: String(day), major: false }))
        }
        write={degrees}
      >
        {(frame) =>
          days.map((day) => (
            <g key={day.day}>
              {day.usual && box(frame, day, [of(day.usual.lo)!, of(day.usual.hi)!], 1, 'band')}
              {day.usual && box(frame, day, [of(day.usual.mu_min)!, of(day.usual.mu_max)!], 1, 'band')}
              {day.temp_min !== null &&
                day.temp_max !== null &&
                box(frame, day, [of(day.temp_min)!, of(day.temp_max)!], 0.46, `day-bar${day.whole ? '' : ' broken'}`)}
            </g>
          ))
        }
      </TimeFrame>
      <p class="muted">{hasUsual ? t.month.legend : t.month.legendAlone}</p>
    </>
  );
}

/** Bar of a day, as wide as a part of its slot. */
function box({ x, y, unit }: Frame, day: ReportDay, [low, high]: [number, number], part: number, name: string) {
  const slot = x(2) - x(1);
  const [top, foot] = [y(high), y(low)];
  return (
    <rect
      class={name}
      x={x(ofMonth(day)) - (slot * part) / 2}
      width={slot * part}
      y={top}
      height={Math.max(1.5 * unit, foot - top)}
      rx={part < 0.7 ? 2 * unit : 0}
    />
  );
}
