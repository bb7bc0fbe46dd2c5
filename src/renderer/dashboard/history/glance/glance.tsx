import type { Glance as Answer, GlanceSpan } from '../../../../contract/glance.ts';
import { units } from '../../../kit/browser-choices.ts';
import { resource, status, time } from '../../../kit/data/station.ts';
import { figure, stepSize, THIN, type Units, unitOf } from '../../../kit/format.ts';
import { waitsFor } from '../../../kit/parts/waiting.ts';
import { degrees } from '../../degrees.ts';
import { t } from '../../texts/history.ts';
import { today } from '../compare/today.ts';
import type { HistoryModel } from '../model.ts';
import { Moment } from '../moment.tsx';
import { type Unit, unitWindow } from '../units.ts';

const looked = resource<Answer>(() => '/api/history/glance', 600);

/** Fetches the cards again at once, after rows were made anew. */
export const glanceAgain = (): void => void looked.load();

const SAME_C = 0.3;
/** Days of a record that can tell what is usual: three years and a week. From then on the cards keep room for it. */
const USUAL_DAYS = 3 * 365.25 + 7;

/** Today, yesterday, this month and this year: high, low and rain, beside what is usual for the same days. */
export function Glance({ model }: { model: HistoryModel }) {
  const known = looked.use();
  const recordDays = status.value.value?.history_days ?? null;
  const isLong = (recordDays ?? 0) > USUAL_DAYS;
  // The length of the record decides its height: before that is known, the lower cards of a telephone would move.
  const isReady = recordDays !== null || known !== null || looked.problem.value !== null;
  const { calendar, shortDay, dayAndMonth, longMonth } = time.value;
  // The dates are those of its answer: at midnight the next one is still on its way.
  const day = known ? calendar.dayAt(known.today.to_ts) : today.value;
  const dayS = calendar.startS(day);
  const dayName = (tS: number): string => `${shortDay(tS)} ${dayAndMonth(tS)}`;
  const since = ({ from_ts, to_ts }: GlanceSpan): string => {
    const [from, to] = [dayAndMonth(from_ts), dayAndMonth(to_ts)];
    return from === to ? from : `${from} – ${to}`;
  };
  const cards = [
    [t.glance.today, t.glance.soFar({ day: dayName(dayS) }), known?.today, t.glance.hours, 'day', day],
    [t.glance.yesterday, dayName(calendar.startS(day - 1)), known?.yesterday, t.glance.date, 'day', day - 1],
    [longMonth(dayS), known && since(known.month), known?.month, t.glance.days, 'month', day],
    [String(calendar.fields(dayS).year), known && since(known.year), known?.year, t.glance.days, 'year', day],
  ] as const;
  return (
    <section class={`glance${isLong ? ' long' : ''}${isReady ? '' : ' early'}`} {...waitsFor(looked)}>
      {cards.map(([name, when, span, same, unit, on], i) => (
        <Card key={i} {...{ name, when, span, same, unit, on, model }} />
      ))}
    </section>
  );
}

interface Props {
  name: string;
  /** Its dates. */
  when: string | null | undefined;
  span: GlanceSpan | undefined;
  /** Says what it is compared with. */
  same: (values: { years: string }) => string;
  /** Opened below by a touch. */
  unit: Unit;
  on: number;
  model: HistoryModel;
}

function Card({ name, when, span, same, unit, on, model }: Props) {
  const open = () => model.show(unitWindow(unit, on, time.value.calendar));
  const moment = (tS: number): string => (unit === 'day' ? time.value.clock(tS) : time.value.dayAndMonth(tS));
  const extreme = (label: string, valueC: number | null = null, tS: number | null = null) => (
    <div>
      <dt class="muted small">{label}</dt>
      <dd>
        <span class={`value ${valueC === null ? 'muted' : 'temperature-text'}`}>{degrees(valueC)}</span>
        {tS === null ? <span class="moment" /> : <Moment text={moment(tS)} show={() => model.visit(tS)} />}
      </dd>
    </div>
  );
  const usual = span?.usual ?? null;
  return (
    <div class="card">
      <h2>
        <button type="button" class="moment" onClick={open}>
          {name} <span class="when muted small">{when}</span>
        </button>
      </h2>
      <dl>
        {extreme(t.glance.high, span?.temp_max, span?.temp_max_ts)}
        {extreme(t.glance.low, span?.temp_min, span?.temp_min_ts)}
        {typeof span?.rain_mm === 'number' && <Rain span={span} mm={span.rain_mm} u={units.value} />}
      </dl>
      <div class="against">
        {span && usual && <Bars span={span} usual={usual} />}
        <p>{usual && wordsOf(usual.than_c)}</p>
        <p class="ground muted small">{groundOf(span, same)}</p>
      </div>
    </div>
  );
}

function Rain({ span: { rain_hours, rain_days }, mm, u }: { span: GlanceSpan; mm: number; u: Units }) {
  const wet = rain_hours ?? rain_days ?? 0;
  const value = figure('rain', mm, u, u === 'imperial' ? 2 : mm < 100 ? 1 : 0);
  return (
    <div>
      <dt class="muted small">{t.glance.rain}</dt>
      <dd>
        <span class="value rain-text">
          {value}
          <span class="unit">
            {THIN}
            {unitOf('rain', u)}
          </span>
        </span>
        <span class="moment">
          {wet === 0
            ? t.glance.dry
            : rain_hours === null
              ? t.glance.onDays({ n: wet })
              : t.glance.inHours({ n: String(wet) })}
        </span>
      </dd>
    </div>
  );
}

function wordsOf(than: number): string {
  if (Math.abs(than) <= SAME_C) return t.glance.same;
  const step = `${stepSize('temperature', than, units.value, 1)}°`;
  return than > 0 ? t.glance.warmer({ step }) : t.glance.colder({ step });
}

/** Ground of the comparison, or since when there will be one. */
function groundOf(span: GlanceSpan | undefined, same: Props['same']): string | null {
  if (span?.usual) return same({ years: t.glance.years({ n: span.usual.years }) });
  return typeof span?.usual_from_ts === 'number'
    ? t.glance.from({ month: time.value.monthAndYear(span.usual_from_ts) })
    : null;
}

/** Least width of the scale: a day of mist is a short bar, not a full one. */
const LEAST_C = 6;

/** Range bars of low to high on one scale: measured above, usual below. */
function Bars({ span, usual }: { span: GlanceSpan; usual: NonNullable<GlanceSpan['usual']> }) {
  const { temp_min, temp_max } = span;
  if (temp_min === null || temp_max === null) return null;
  const [lo, hi] = [Math.min(temp_min, usual.temp_min), Math.max(temp_max, usual.temp_max)];
  const widthC = Math.max(hi - lo, LEAST_C);
  const share = (valueC: number): number => (valueC - (lo + hi - widthC) / 2) / widthC;
  const words = t.glance.usualSpan({ low: degrees(usual.temp_min), high: degrees(usual.temp_max) });
  const bar = (fromC: number, toC: number) => ({ '--from': share(fromC), '--to': share(toC) });
  return (
    <div class="bars" role="img" aria-label={words}>
      <i style={bar(temp_min, temp_max)} />
      <i class="usual" style={bar(usual.temp_min, usual.temp_max)} />
      <span class="muted small" style={bar(usual.temp_min, usual.temp_max)}>
        {t.glance.usual}
      </span>
    </div>
  );
}
