import type { MonthReport, MonthSummary, ReportDay } from '../../contract/report.ts';
import { converted } from '../../quantities/imperial.ts';

export const unitIn = (name: string): string | null =>
  /degree_days$/.test(name)
    ? 'K'
    : /^(temp|dew)_/.test(name) && !/_ts$/.test(name)
      ? '°C'
      : /^press_/.test(name)
        ? 'hPa'
        : null;

/** Values of a day or a month, each by the unit that its name tells; an extreme is a value with its moment. */
function valuesOf(part: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const unit = unitIn(name);
      const one = (metric: number): number => converted(metric, unit!, 'imperial');
      if (unit === null) return [name, value];
      if (typeof value === 'number') return [name, one(value)];
      if (typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'number')
        return [name, { ...value, value: one(value.value) }];
      return [name, value];
    }),
  );
}
const inImperial = <T extends MonthSummary | ReportDay>(part: T): T => valuesOf(part as Record<string, unknown>) as T;

/** The month in °F and inHg, for the report as text and as CSV. */
export const imperialReport = (report: MonthReport): MonthReport => ({
  ...report,
  degree_day_base_c: converted(report.degree_day_base_c, '°C', 'imperial'),
  days: report.days.map(inImperial),
  summary: inImperial(report.summary),
  year_ago: report.year_ago && inImperial(report.year_ago),
});
