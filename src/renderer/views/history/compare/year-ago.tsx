import { useMemo } from 'preact/hooks';
import { DAY_S, HOUR_S } from '../../../../base/durations.ts';
import type { RangeOf } from '../../../../contract/history.ts';
import { monthsOn } from '../../../calendar-dates.ts';
import { degrees, Grid, Times } from '../../../charts/axes.tsx';
import { gappedLine } from '../../../charts/path.ts';
import { axisFor, extent, linear } from '../../../charts/scale.ts';
import { type Size, useSize } from '../../../charts/size.ts';
import { resource, time, zone } from '../../../data/station.ts';
import { inUnits } from '../../../format.ts';
import { waitsFor } from '../../../parts/waiting.ts';
import { units } from '../../../settings.ts';
import { t } from '../../../texts/history.ts';
import { timeTicks } from '../../../time-ticks.ts';
import { onTheClock } from './course.ts';
import { today } from './today.ts';

const BUCKET_S = 600;
const GUTTER = 34;

/** Series by time of day, so that two days of different years share one axis. */
interface Course {
  startS: number;
  range: RangeOf<'temp'> | null;
}

/** Today over the same date a year ago, hour above hour. */
export function YearAgo() {
  const [current, before] = useMemo(() => {
    const startOf =
      (months: number): (() => [number, number]) =>
      () => {
        const { calendar } = time.value;
        const day = monthsOn(today.value, months);
        return [calendar.startS(day), calendar.startS(day + 1)];
      };
    return [0, -12].map((months) => {
      const stretch = startOf(months);
      const path = (): string => {
        const [startS, endS] = stretch();
        return `/api/history/range?start=${startS}&end=${endS}&bucket=${BUCKET_S}&columns=temp`;
      };
      return { stretch, range: resource<RangeOf<'temp'>>(path, months === 0 ? 600 : HOUR_S) };
    }) as [Asked, Asked];
  }, []);
  const now = current.range.use();
  const then = before.range.use();
  const [ref, size] = useSize<HTMLDivElement>();
  const isKnown = then !== null && then.n > 0;
  return (
    <section class="year-ago tone-temperature" {...waitsFor(current.range, before.range)}>
      <h2>{t.yearAgo.title}</h2>
      {then && !isKnown && <p class="empty-note">{t.yearAgo.empty}</p>}
      {isKnown && (
        <>
          <div class="chart low" ref={ref}>
            {size.value && (
              <Courses
                today={{ startS: current.stretch()[0], range: now }}
                before={{ startS: before.stretch()[0], range: then }}
                size={size.value}
              />
            )}
          </div>
          <p class="muted">{t.yearAgo.legend}</p>
        </>
      )}
    </section>
  );
}

interface Asked {
  stretch: () => [number, number];
  range: ReturnType<typeof resource<RangeOf<'temp'>>>;
}

function Courses({ today, before, size }: { today: Course; before: Course; size: Size }) {
  const { unit, width, height } = size;
  const bottom = height - 20 * unit;
  const values = ({ range }: Course): Array<number | null> =>
    range && 'ts' in range.series
      ? range.series.temp.map((value) => (value === null ? null : inUnits('temperature', value, units.value)))
      : [];
  const bounds = extent(values(today), values(before)) ?? [0, 1];
  const axis = axisFor(bounds[0], bounds[1], 4, 2);
  const x = linear(0, DAY_S, GUTTER * unit, width - 4 * unit);
  const y = linear(axis.from, axis.to, bottom, 4 * unit);
  const { calendar } = time.value;
  const path = (course: Course): string => {
    const { range, startS } = course;
    if (!range || !('ts' in range.series)) return '';
    const shown = values(course);
    return gappedLine(
      onTheClock(range.series.ts, BUCKET_S, startS, calendar).map((at) => {
        const value = at && shown[at.i];
        return !at || value === null || value === undefined ? null : { x: x(at.clockS), y: y(value) };
      }),
    );
  };
  const { startS } = today;
  const ticks = timeTicks(startS, startS + DAY_S, zone.value, (width / (70 * unit)) | 0);
  return (
    <svg role="img" aria-label={t.yearAgo.title}>
      <Grid axis={axis} y={y} left={GUTTER * unit} right={width} unit={unit} write={degrees} />
      <Times ticks={ticks} x={(tS) => x(tS - startS)} y={bottom + 15 * unit} />
      <path class="future" d={path(before)} />
      <path class="past" d={path(today)} />
    </svg>
  );
}
