import { DAY_S, HOUR_S } from '../../../../base/durations.ts';
import type { RangeOf } from '../../../../contract/history.ts';
import { monthsOn } from '../../../kit/calendar-dates.ts';
import type { Column, Frame } from '../../../kit/charts/frame.ts';
import { gappedLine } from '../../../kit/charts/path.ts';
import { TimeFrame } from '../../../kit/charts/time-frame.tsx';
import { place, resource, time, zone } from '../../../kit/data/station.ts';
import { waitsFor } from '../../../kit/parts/waiting.ts';
import { ticksIn } from '../../../kit/time-ticks.ts';
import { t } from '../../texts/history.ts';
import type { Rows } from '../columns.ts';
import { onTheClock } from './course.ts';
import { today } from './today.ts';

const BUCKET_S = 600;

/** Day of the station so many months from today's. */
function stretch(months: number): [startS: number, endS: number] {
  const { calendar } = time.value;
  const day = monthsOn(today.value, months);
  return [calendar.startS(day), calendar.startS(day + 1)];
}

const rangeOf = (months: number, everyS: number) =>
  resource<RangeOf<'temp' | 'n'>>(() => {
    const [startS, endS] = stretch(months);
    return `/api/history/range?start=${startS}&end=${endS}&bucket=${BUCKET_S}&columns=temp,n`;
  }, everyS);
const current = rangeOf(0, 600);
const before = rangeOf(-12, HOUR_S);

/** Today over the same date a year ago, hour above hour. */
export function YearAgo() {
  current.use();
  const then = before.use();
  /** Course of a day; empty while its answer is another day's. */
  const courseOf = (months: number, { value, isAnother }: typeof current): Course => {
    const series = isAnother.value ? null : value.value?.series;
    const [ts, n, temp] = series && 'ts' in series ? [series.ts, series.n, series.temp] : [[], [], []];
    return { startS: stretch(months)[0], ts, n, temp };
  };
  const isKnown = then !== null && then.n > 0;
  return (
    <section class="year-ago tone-temperature" {...waitsFor(current, before)}>
      <h2>{t.yearAgo.title}</h2>
      {then && !isKnown && <p class="empty-note">{t.yearAgo.empty}</p>}
      {isKnown && (
        <>
          <Courses today={courseOf(0, current)} before={courseOf(-12, before)} />
          <p class="muted">{t.yearAgo.legend}</p>
        </>
      )}
    </section>
  );
}

/** Series by time of day, so that two days of different years share one axis. */
interface Course extends Rows {
  startS: number;
  temp: Column;
}

function Courses({ today, before }: { today: Course; before: Course }) {
  const { calendar } = time.value;
  const path = ({ startS, temp, ...rows }: Course, { x, y }: Frame): string =>
    gappedLine(
      onTheClock(rows, BUCKET_S, startS, calendar).map((at) => {
        const value = at && temp[at.i];
        return !at || value === null || value === undefined ? null : { x: x(today.startS + at.clockS), y: y(value) };
      }),
    );
  return (
    <TimeFrame
      class="low"
      label={t.yearAgo.title}
      fromS={today.startS}
      toS={today.startS + DAY_S}
      kind="temperature"
      known={[today.temp, before.temp]}
      ticks={ticksIn(zone.value)}
      place={place.value}
    >
      {(frame) => (
        <>
          <path class="future" d={path(before, frame)} />
          <path class="past" d={path(today, frame)} />
        </>
      )}
    </TimeFrame>
  );
}
