import { useSignal } from '@preact/signals';
import type { MonthReport, MonthSummary, ReportDay } from '../../../../contract/report.ts';
import { isKiosk, units } from '../../../kit/browser-choices.ts';
import { dayText } from '../../../kit/calendar.ts';
import { firstOfMonth, monthsOn } from '../../../kit/calendar-dates.ts';
import type { Frame } from '../../../kit/charts/frame.ts';
import { TimeFrame } from '../../../kit/charts/time-frame.tsx';
import { time, useResource } from '../../../kit/data/station.ts';
import { DASH, inUnits, number, stepSize, withUnit } from '../../../kit/format.ts';
import { COMMA, tag } from '../../../kit/language.ts';
import { Button, LinkButton } from '../../../kit/parts/button.tsx';
import { Facts } from '../../../kit/parts/facts.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { waitsFor } from '../../../kit/parts/waiting.ts';
import { zoneTime } from '../../../kit/time.ts';
import { t } from '../../texts/history.ts';
import type { HistoryModel } from '../model.ts';
import { Turn } from '../stepper.tsx';
import { MonthTable } from './month-table.tsx';
import { today } from './today.ts';
import { yearAgoWords } from './year-ago-words.ts';

const utc = zoneTime('UTC');
/** Half a second: a table that is not there by then is not worth the paper's wait. */
const MOST_FRAMES = 30;

/** `2026-10` as `October 2026`. */
const monthName = (month: string): string => utc.monthAndYear(Date.parse(month) / 1000);

/** Month view: sums and extremes over the usual values, beside the same month a year before. Also for print. */
export function Month({ model }: { model: HistoryModel }) {
  const back = useSignal(0);
  const asTable = useSignal(false);
  const isOnPaper = useSignal(false);
  const month = (): string => dayText(monthsOn(firstOfMonth(today.value), -back.value)).slice(0, 7);
  const report = useResource<MonthReport>(() => `/api/report?month=${month()}`, 600);
  const answer = report.value.value;
  const shown = month();
  const known = answer?.month === shown ? answer : null;
  const isFirst = answer !== null && shown <= (answer.first_month ?? shown);
  const toggle = () => (asTable.value = !asTable.value);
  /** Printed month on one page: chart, table and facts. They are made before the browser is asked for its paper. */
  const onPaper = async (): Promise<void> => {
    const root = document.documentElement.classList;
    isOnPaper.value = true;
    root.add('only-month');
    const over = (): void => {
      isOnPaper.value = false;
      root.remove('only-month');
    };
    addEventListener('afterprint', over, { once: true });
    for (let frame = 0; frame < MOST_FRAMES && !document.querySelector('.month table'); frame++)
      await new Promise(requestAnimationFrame);
    print();
  };
  return (
    <section class="month tone-temperature" {...waitsFor(report)}>
      <div class="section-head">
        <h2>{monthName(shown)}</h2>
        <span class="tools">
          <Turn words={t.month.before} isEnd={isFirst} go={() => back.value++} isBack />
          <Turn words={t.month.after} isEnd={back.value === 0} go={() => back.value--} />
          <Button name={asTable.value ? t.table.hide : t.table.show} aria-pressed={asTable.value} onClick={toggle} />
          {!isKiosk && (
            <>
              <Button name={t.month.print} onClick={() => void onPaper()} />
              <LinkButton
                name={t.month.text}
                href={`/api/report.txt?month=${shown}&lang=${tag}&units=${units.value}`}
                target="_blank"
              />
              <LinkButton
                name={t.history.csv}
                href={`/api/report.csv?month=${shown}${units.value === 'imperial' ? '&units=imperial' : ''}`}
                download
              />
            </>
          )}
        </span>
        <Problem of={report.problem.value} />
      </div>
      {known && known.days.length === 0 && <p class="empty-note">{t.month.empty}</p>}
      {known && known.days.length > 0 && (
        <>
          {(isOnPaper.value || !asTable.value) && <MonthChart report={known} />}
          {(isOnPaper.value || asTable.value) && <MonthTable model={model} report={known} />}
          <MonthFacts report={known} />
        </>
      )}
    </section>
  );
}

const dayName = (text: string): string => utc.dayAndMonth(Date.parse(text) / 1000);

/** The month in a dozen numbers, and how it differs from the one a year before. */
function MonthFacts({ report }: { report: MonthReport }) {
  const { summary: s, year_ago: before } = report;
  const u = units.value;
  const at = (moment: MonthSummary['temp_max']): string | null =>
    moment && time.value.dayAndMonth(moment.ts) + COMMA + time.value.clock(moment.ts);
  const on = (extreme: MonthSummary['dew_min']): string | null => extreme && dayName(extreme.day);
  const degreeDays = (value: number | null): string =>
    number(value === null ? null : inUnits('temperatureStep', value, u), 0);
  const base = withUnit('temperature', report.degree_day_base_c, u, 0);
  // Of a month without a whole day nothing is counted, and none is not a count.
  const count = (days: number): string => (s.whole_days > 0 ? number(days) : DASH);
  const facts: ReadonlyArray<readonly [name: string, value: string, when: string | null]> = [
    [t.table.mean, withUnit('temperature', s.temp_mean, u), null],
    [t.history.recordNames.temp_max, withUnit('temperature', s.temp_max?.value, u), at(s.temp_max)],
    [t.history.recordNames.temp_min, withUnit('temperature', s.temp_min?.value, u), at(s.temp_min)],
    [t.month.frostDays, count(s.frost_days), s.whole_days > 0 ? t.month.iceDays({ n: s.ice_days }) : null],
    [t.month.summerDays, count(s.summer_days), null],
    [t.month.heating({ base }), degreeDays(s.heating_degree_days), null],
    [t.month.cooling({ base }), degreeDays(s.cooling_degree_days), null],
    [t.month.driest, withUnit('temperature', s.dew_min?.value, u), on(s.dew_min)],
    [t.month.wettest, withUnit('temperature', s.dew_max?.value, u), on(s.dew_max)],
    [t.history.recordNames.press_min, withUnit('pressure', s.press_min?.value, u), on(s.press_min)],
    [t.history.recordNames.press_max, withUnit('pressure', s.press_max?.value, u), on(s.press_max)],
  ];
  return (
    <>
      <Facts of={facts.map(([name, value, when]) => [name, value, '', when])} />
      <p class="muted">
        {t.month.counted({ whole: s.whole_days, days: report.days_in_month })}
        {` ${yearAgoWords(s.temp_mean, before, {
          month: monthName,
          mean: (celsius) => withUnit('temperature', celsius, u),
          size: (celsius) => `${stepSize('temperature', celsius, u, 1)}°`,
        })}`}
      </p>
    </>
  );
}

/** Days with a number under them. */
const LABELLED = [1, 5, 10, 15, 20, 25, 30];
const ofMonth = ({ day }: ReportDay): number => Number(day.slice(8));

/** Chart of a month: each day from lowest to highest, over its normal course (dark) and the band of nine days in ten (light). */
function MonthChart({ report }: { report: MonthReport }) {
  const { days, days_in_month: count } = report;
  const hasUsual = days.some(({ usual }) => usual !== null);
  return (
    <>
      <TimeFrame
        class="low"
        label={t.month.chartLabel}
        fromS={0.5}
        toS={count + 0.5}
        kind="temperature"
        known={days.map((day) => [day.temp_min, day.temp_max, day.usual?.lo ?? null, day.usual?.hi ?? null])}
        ticks={(_, to) => LABELLED.filter((day) => day < to).map((day) => ({ tS: day, label: String(day) }))}
      >
        {(frame) =>
          days.map((day) => (
            <g key={day.day}>
              {day.usual && box(frame, day, [day.usual.lo, day.usual.hi], 1, 'band')}
              {day.usual && box(frame, day, [day.usual.mu_min, day.usual.mu_max], 1, 'band')}
              {day.temp_min !== null &&
                day.temp_max !== null &&
                box(frame, day, [day.temp_min, day.temp_max], 0.46, `day-bar${day.whole ? '' : ' broken'}`)}
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
