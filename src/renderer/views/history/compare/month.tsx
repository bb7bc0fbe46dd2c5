import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { MonthReport } from '../../../../contract/report.ts';
import { dayText } from '../../../calendar.ts';
import { dayFromText, firstOfMonth, monthsOn } from '../../../calendar-dates.ts';
import { resource } from '../../../data/station.ts';
import { tag } from '../../../language.ts';
import { lazyPart } from '../../../lazy-view.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { waitsFor } from '../../../parts/waiting.ts';
import { isKiosk, units } from '../../../settings.ts';
import { t } from '../../../texts/history.ts';
import { zoneTime } from '../../../time.ts';
import type { HistoryModel } from '../model.ts';
import { Turn } from '../stepper.tsx';
import { MonthChart } from './month-chart.tsx';
import { MonthFacts } from './month-facts.tsx';
import { today } from './today.ts';

/** Fetched by who asks for the table or for paper. */
const loadTable = () => import('./month-table.tsx');
const LateTable = lazyPart(loadTable);

const utc = zoneTime('UTC');
/** Half a second: a table that is not there by then is not worth the paper's wait. */
const MOST_FRAMES = 30;

/** `2026-10` as `October 2026`. */
const monthName = (month: string): string => utc.monthAndYear(utc.calendar.startS(dayFromText(`${month}-01`) ?? 0));

/** Month view: sums and extremes over the usual values, beside the same month a year before. Also for print. */
export function Month({ model }: { model: HistoryModel }) {
  const back = useSignal(0);
  const asTable = useSignal(false);
  const isOnPaper = useSignal(false);
  const month = (): string => {
    return dayText(monthsOn(firstOfMonth(today.value), -back.value)).slice(0, 7);
  };
  const report = useMemo(() => resource<MonthReport>(() => `/api/report?month=${month()}`, 600), []);
  const answer = report.use();
  const shown = month();
  const known = answer?.month === shown ? answer : null;
  const isFirst = answer !== null && shown <= (answer.first_month ?? shown);
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
    await loadTable();
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
          <button
            type="button"
            class="button"
            aria-pressed={asTable.value}
            onClick={() => {
              asTable.value = !asTable.value;
            }}
          >
            {asTable.value ? t.table.hide : t.table.show}
          </button>
          {!isKiosk && (
            <>
              <button type="button" class="button" onClick={() => void onPaper()}>
                {t.month.print}
              </button>
              <a
                class="button"
                href={`/api/report.txt?month=${shown}&lang=${tag}&units=${units.value}`}
                target="_blank"
                rel="noopener"
              >
                {t.month.text}
              </a>
              <a
                class="button"
                href={`/api/report.csv?month=${shown}${units.value === 'imperial' ? '&units=imperial' : ''}`}
                download
              >
                {t.history.csv}
              </a>
            </>
          )}
        </span>
      </div>
      <Problem of={report.problem.value} />
      {known && known.days.length === 0 && <p class="empty-note">{t.month.empty}</p>}
      {known && known.days.length > 0 && (
        <>
          {(isOnPaper.value || !asTable.value) && <MonthChart report={known} />}
          {(isOnPaper.value || asTable.value) && <LateTable model={model} report={known} />}
          <MonthFacts report={known} nameOf={monthName} />
        </>
      )}
    </section>
  );
}
