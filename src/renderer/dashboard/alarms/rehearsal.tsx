import { signal, useComputed } from '@preact/signals';
import type { Alarm, AlarmScore } from '../../../contract/alarms.ts';
import type { Daily, Day } from '../../../contract/history.ts';
import { dayText } from '../../kit/calendar.ts';
import { minuteS, place, resource, time } from '../../kit/data/station.ts';
import { number } from '../../kit/format.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { SegmentsOf } from '../../kit/parts/segments.tsx';
import { t } from '../texts/alarms.ts';
import { scores } from './data.ts';
import { type Bar, type Hand, Legend, RecordChart, Threshold } from './record.tsx';
import { Figures, Proposal, Trust } from './score.tsx';
import { lookOf, tallyOf, withChance } from './tally.ts';

type Past = '30' | 'winter';
const past = signal<Past>('30');
const asked = signal({ id: '', on: 0.5 });

/** The record of chances does not depend on the threshold: one answer serves every place of the handle. */
const rehearsed = resource<AlarmScore>(
  () => `/api/alarms/${asked.value.id}/rehearse?on=${asked.value.on}&days=${past.value}`,
  600,
);

interface Props {
  alarm: Alarm;
  hand: Hand;
}

const Pasts = () => (
  <SegmentsOf label={t.alarms.past} of={past} choices={{ '30': t.alarms.last30, winter: t.alarms.lastWinter }} />
);

/** A chance alarm's threshold over its own record: what it said, what came, and how another threshold would have done. */
export function ChanceRehearsal({ alarm, hand }: Props) {
  const { on, move, isDisabled } = hand;
  if (asked.peek().id !== alarm.id) asked.value = { id: alarm.id, on: alarm.rule.on };
  const told = rehearsed.use();
  scores.use();
  const score = scores.value.value?.scores.find(({ id }) => id === alarm.id);
  const record = told?.id === alarm.id ? told.record : [];
  return (
    <>
      <div class="section-head">
        <Legend
          of={{ came: t.alarms.itCame, missed: t.alarms.wasMissed, nothing: t.alarms.didNot, open: t.alarms.tonight }}
        />
        <Pasts />
        <Problem of={rehearsed.problem.value} />
      </div>
      <RecordChart
        hand={{ ...hand, from: 0, to: 1 }}
        bars={withChance(record).map(({ ts, said, came }): Bar => ({ tS: ts, value: said, came }))}
        ticks={[0, 0.5, 1]}
        lookOf={({ came, value }) => lookOf(came, value >= on)}
        open={t.alarms.tonight}
      />
      <Figures of={tallyOf(record, on)} />
      {score && (
        <div class="verdicts">
          <Trust of={score} />
          {score.proposal && <Proposal of={score.proposal} naive={score.naive} isDisabled={isDisabled} take={move} />}
        </div>
      )}
    </>
  );
}

/** Field of a day that a threshold is compared with, by the rule's quantity. */
const FIELDS: Readonly<Record<string, string>> = {
  temperatureC: 'temp',
  humidityPct: 'hum',
  seaLevelHpa: 'press',
  lux: 'lux',
  windGustMs: 'wind_gust',
};
export const hasDays = ({ quantity, when }: Alarm['rule']): boolean =>
  Object.hasOwn(FIELDS, quantity) &&
  (when === 'above' || (when === 'below' && quantity !== 'lux' && quantity !== 'windGustMs'));

const days = resource<Daily>(() => `/api/history/daily?days=${past.value === '30' ? 30 : 400}`, 600);

/** Months of the coldest quarter, by hemisphere. */
const WINTERS = { north: [12, 1, 2], south: [6, 7, 8] };

/** Days of the last winter that is over or runs: the newest run of days in its months. */
function lastWinter(all: readonly Day[]): Day[] {
  const months = WINTERS[(place.value?.latitudeDeg ?? 1) < 0 ? 'south' : 'north'];
  const found: Day[] = [];
  for (const day of [...all].sort((a, b) => b.day.localeCompare(a.day))) {
    if (months.includes(Number(day.day.slice(5, 7)))) found.unshift(day);
    else if (found.length > 0) break;
  }
  return found;
}

/** A plain threshold over the extremes of the days. */
export function DayRehearsal({ alarm: { rule }, hand }: Props) {
  const { on } = hand;
  days.use();
  const isBelow = rule.when === 'below';
  const field = `${FIELDS[rule.quantity]}_${isBelow ? 'min' : 'max'}`;
  const bars = useComputed((): Bar[] => {
    const all = days.value.value?.days ?? [];
    const today = dayText(time.value.calendar.dayAt(minuteS.value));
    const shown = past.value === 'winter' ? lastWinter(all) : all.toSorted((a, b) => a.day.localeCompare(b.day));
    return shown.flatMap((day) => {
      const value = (day as unknown as Record<string, number | null | undefined>)[field];
      return typeof value === 'number' ? [{ tS: day.first_ts, value, came: day.day === today ? null : true }] : [];
    });
  });
  const isPast = (value: number): boolean => (isBelow ? value < on : value > on);
  const n = bars.value.filter(({ value }) => isPast(value)).length;
  const values = bars.value.map(({ value }) => value);
  const pad = 2 * hand.step;
  const from = Math.min(on, Math.max(hand.from, Math.floor(Math.min(on, ...values) - pad)));
  const to = Math.max(on, Math.min(hand.to, Math.ceil(Math.max(on, ...values) + pad)));
  return (
    <>
      <div class="section-head">
        <p class="muted">{t.alarms.daysWarned({ n, of: number(bars.value.length) })}</p>
        <Pasts />
        <Problem of={days.problem.value} />
      </div>
      <RecordChart
        hand={{ ...hand, from, to }}
        bars={bars.value}
        ticks={[from, (from + to) / 2, to]}
        isBelow={isBelow}
        lookOf={({ value }) => (isPast(value) ? 'came' : 'quiet')}
        open={t.alarms.today}
      />
    </>
  );
}

/** A threshold without a record: a slider alone. */
export const Slider = ({ hand }: Props) => <Threshold {...hand} class="slider" />;
