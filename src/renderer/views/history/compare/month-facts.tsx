import type { MonthReport, MonthSummary } from '../../../../contract/report.ts';
import { dayFromText } from '../../../calendar-dates.ts';
import { time } from '../../../data/station.ts';
import { DASH, inUnits, number, stepSize, withUnit } from '../../../format.ts';
import { COMMA } from '../../../language.ts';
import { units } from '../../../settings.ts';
import { t } from '../../../texts/history.ts';
import { zoneTime } from '../../../time.ts';
import { yearAgoWords } from './year-ago-words.ts';

const utc = zoneTime('UTC');
const dayName = (text: string): string => utc.dayAndMonth(utc.calendar.startS(dayFromText(text) ?? 0));

/** The month in a dozen numbers, and how it differs from the one a year before. */
export function MonthFacts({ report, nameOf }: { report: MonthReport; nameOf: (month: string) => string }) {
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
    [t.month.mean, withUnit('temperature', s.temp_mean, u), null],
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
      <dl class="facts records">
        {facts.map(([name, value, when]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            {when && <dd class="when">{when}</dd>}
          </div>
        ))}
      </dl>
      <p class="muted">
        {t.month.counted({ whole: s.whole_days, days: report.days_in_month })}
        {` ${yearAgoWords(s.temp_mean, before, {
          month: nameOf,
          mean: (celsius) => withUnit('temperature', celsius, u),
          size: (celsius) => `${stepSize('temperature', celsius, u, 1)}°`,
        })}`}
      </p>
    </>
  );
}
