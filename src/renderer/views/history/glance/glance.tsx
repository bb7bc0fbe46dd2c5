import { DAY_S } from '../../../../base/durations.ts';
import type { Daily } from '../../../../contract/history.ts';
import type { MonthReport } from '../../../../contract/report.ts';
import { type Day, dateOf, dayText } from '../../../calendar.ts';
import { dayFromText } from '../../../calendar-dates.ts';
import { minuteS, resource, time } from '../../../data/station.ts';
import { DASH, figure, number, stepSize, THIN, type Units } from '../../../format.ts';
import { waitsFor } from '../../../parts/waiting.ts';
import { units } from '../../../settings.ts';
import { t } from '../../../texts/history.ts';
import { weatherUnit, weatherValue } from '../columns.ts';
import { today } from '../compare/today.ts';
import type { HistoryModel } from '../model.ts';
import { Moment } from '../moment.tsx';
import { type Unit, unitWindow } from '../units.ts';
import { type Extreme, type Span, spansOf, thanUsual } from './spans.ts';

/** Days of this year, and yesterday on its first. */
const daysBack = (): number => {
  const { year } = dateOf(today.value);
  return Math.max(2, today.value - (dayFromText(`${year}-01-01`) ?? 0) + 1);
};
const daily = resource<Daily>(() => `/api/history/daily?days=${daysBack()}`, 600);
const report = resource<MonthReport>(() => '/api/report', 600);

/** Asks again at once: rows that were made anew change a high that nobody waits ten minutes for. */
export const glanceAgain = (): void => {
  void daily.load();
  void report.load();
};

const SAME_C = 0.3;

/** Today, yesterday, this month and this year: high, low, and how that is against what is usual. */
export function Glance({ model }: { model: HistoryModel }) {
  const answer = daily.use();
  const known = report.use();
  const day = today.value;
  const spans = spansOf(answer?.days ?? [], day);
  const { calendar } = time.value;
  const monthS = calendar.startS(day);
  const usual = (only?: string): number | null => (known ? thanUsual(known, only) : null);
  const clock = (tS: number): string => time.value.clock(tS);
  const date = (tS: number): string => time.value.dayAndMonth(tS);
  const years = wholeYears(model.records.value.value?.coverage.first_ts ?? null);
  const card = (name: string, of: Span, unit: Unit, on: Day, than: number | null) => (
    <Card
      key={name}
      name={name}
      of={of}
      when={unit === 'day' ? clock : date}
      than={than}
      years={years}
      model={model}
      open={() => model.show(unitWindow(unit, on, calendar))}
    />
  );
  return (
    <section class="glance" {...waitsFor(daily, report)}>
      {card(t.glance.today, spans.today, 'day', day, null)}
      {card(t.glance.yesterday, spans.yesterday, 'day', day - 1, usual(dayText(day - 1)))}
      {card(time.value.monthAndYear(monthS), spans.month, 'month', day, usual())}
      {card(String(dateOf(day).year), spans.year, 'year', day, null)}
    </section>
  );
}

interface Props {
  name: string;
  of: Span;
  when: (tS: number) => string;
  /** °C; null where it is not known, or not asked. */
  than: number | null;
  /** Whole years of the record, on which the usual rests. */
  years: number;
  model: HistoryModel;
  /** Opens its day, month or year below. */
  open: () => void;
}

const YEAR_S = 365.25 * DAY_S;
const wholeYears = (firstS: number | null): number =>
  firstS === null ? 0 : Math.floor((minuteS.value - firstS) / YEAR_S);

function Card({ name, of, when, than, years, model, open }: Props) {
  const entry = (label: string, extreme: Extreme | null) => (
    <div>
      <dt>{label}</dt>
      <dd>
        <span class={`value ${extreme ? 'temperature-text' : 'muted'}`}>
          {extreme ? `${figure('temperature', extreme.valueC, units.value)}°` : DASH}
        </span>
        {extreme ? <Moment model={model} tS={extreme.tS} text={when(extreme.tS)} /> : <span class="moment" />}
      </dd>
    </div>
  );
  return (
    <div class="card">
      <h2>
        <button type="button" class="moment" onClick={open}>
          {name}
        </button>
      </h2>
      <dl>
        {entry(t.glance.high, of.high)}
        {entry(t.glance.low, of.low)}
        {of.rainMm !== null && (
          <div>
            <dt>{t.glance.rain}</dt>
            <dd>
              <span class="value rain-text">
                {rainText(of.rainMm, units.value)}
                <span class="unit">
                  {THIN}
                  {weatherUnit('rain', units.value)}
                </span>
              </span>
            </dd>
          </div>
        )}
      </dl>
      <p>{than !== null && wordsOf(than)}</p>
      <p class="ground">{than !== null && t.glance.years({ n: years })}</p>
    </div>
  );
}

const rainText = (mm: number, u: Units): string =>
  number(weatherValue('rain', mm, u), u === 'imperial' ? 2 : mm < 100 ? 1 : 0);

function wordsOf(than: number): string {
  if (Math.abs(than) <= SAME_C) return t.glance.same;
  const step = `${stepSize('temperature', than, units.value, 1)}°`;
  return than > 0 ? t.glance.warmer({ step }) : t.glance.colder({ step });
}
