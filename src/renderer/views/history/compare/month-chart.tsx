import type { MonthReport, ReportDay } from '../../../../contract/report.ts';
import { degrees, Grid } from '../../../charts/axes.tsx';
import { axisFor, extent, linear } from '../../../charts/scale.ts';
import { type Size, useSize } from '../../../charts/size.ts';
import { inUnits } from '../../../format.ts';
import { units } from '../../../settings.ts';
import { t } from '../../../texts/history.ts';

const GUTTER = 34;
const ofMonth = ({ day }: ReportDay): number => Number(day.slice(8));

/** Chart of a month: each day from lowest to highest, over its normal course (dark) and the band of nine days in ten (light). */
export function MonthChart({ report }: { report: MonthReport }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const hasUsual = report.days.some(({ usual }) => usual !== null);
  return (
    <>
      <div class="chart low" ref={ref}>
        {size.value && <Days report={report} size={size.value} />}
      </div>
      <p class="muted">{hasUsual ? t.month.legend : t.month.legendAlone}</p>
    </>
  );
}

function Days({ report, size }: { report: MonthReport; size: Size }) {
  const { unit, width, height } = size;
  const { days, days_in_month: count } = report;
  const of = (value: number | null): number | null =>
    value === null ? null : inUnits('temperature', value, units.value);
  const range = extent(
    days.flatMap((day) => [of(day.temp_min), of(day.temp_max), of(day.usual?.lo ?? null), of(day.usual?.hi ?? null)]),
  ) ?? [0, 1];
  const axis = axisFor(range[0], range[1], 4, 4);
  const bottom = height - 20 * unit;
  const x = linear(0.5, count + 0.5, GUTTER * unit, width - 4 * unit);
  const y = linear(axis.from, axis.to, bottom, 4 * unit);
  const slot = x(2) - x(1);
  const box = (day: ReportDay, low: number, high: number, part: number, name: string) => {
    const [top, foot] = [y(of(high)!), y(of(low)!)];
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
  };
  return (
    <svg role="img" aria-label={t.month.chartLabel}>
      <Grid axis={axis} y={y} left={GUTTER * unit} right={width} unit={unit} write={degrees} />
      {days.map((day) => (
        <g key={day.day}>
          {day.usual && box(day, day.usual.lo, day.usual.hi, 1, 'band')}
          {day.usual && box(day, day.usual.mu_min, day.usual.mu_max, 1, 'band')}
          {day.temp_min !== null &&
            day.temp_max !== null &&
            box(day, day.temp_min, day.temp_max, 0.46, `day-bar${day.whole ? '' : ' broken'}`)}
        </g>
      ))}
      {[1, 5, 10, 15, 20, 25, 30]
        .filter((day) => day <= count)
        .map((day) => (
          <text key={day} x={x(day)} y={bottom + 15 * unit} text-anchor="middle">
            {day}
          </text>
        ))}
    </svg>
  );
}
