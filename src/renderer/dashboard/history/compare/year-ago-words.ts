import type { MonthReport } from '../../../../contract/report.ts';
import { t } from '../../texts/history.ts';

interface Speech {
  month(name: string): string;
  mean(celsius: number): string;
  /** Size of a difference, without its sign. */
  size(celsius: number): string;
}

/** The same month a year before. It is told also while this one has no mean yet: what is known stays known on the first of a month. */
export function yearAgoWords(meanC: number | null, before: MonthReport['year_ago'], speech: Speech): string {
  if (before?.temp_mean == null) return t.month.noYearAgo;
  const [month, mean] = [speech.month(before.month), speech.mean(before.temp_mean)];
  if (meanC === null) return t.month.yearAgoAlone({ month, mean });
  const stepC = meanC - before.temp_mean;
  const size = speech.size(stepC);
  if (size === speech.size(0)) return t.month.yearAgoAlone({ month, mean });
  return (stepC > 0 ? t.month.warmer : t.month.colder)({ month, mean, size });
}
