import { computed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { HOUR_S } from '../../../base/durations.ts';
import type { IssuedForecast } from '../../../contract/forecast.ts';
import type { RangeOf } from '../../../contract/history.ts';
import type { Target } from '../../../contract/names.ts';
import { COLUMN } from '../../kit/charts/fan-data.ts';
import { gappedLine, smoothBand, smoothLine } from '../../kit/charts/path.ts';
import { TimeFrame } from '../../kit/charts/time-frame.tsx';
import { minuteS, place, time, useResource, zone } from '../../kit/data/station.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Problem } from '../../kit/parts/problem.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { ticksIn } from '../../kit/time-ticks.ts';
import { t } from '../texts/forecast.ts';

const DAY_H = 24;
/** Hours are kept this long, then every sixth. */
const MONTH_H = 30 * DAY_H;
const SPAN_S = DAY_H * HOUR_S;
const BUCKET_S = 600;
type Came = RangeOf<'temp' | 'hum' | 'press'>;

/** Full hour, so that requests change once an hour and not every minute. */
const hourS = computed(() => Math.floor(minuteS.value / HOUR_S) * HOUR_S);

/** Forecast of any hour of the last thirty days, or of any day of a year, drawn over what came. */
export function WhatItSaid({ target }: { target: Target }) {
  const hoursBack = useSignal(DAY_H);
  const atS = (): number => hourS.value - hoursBack.value * HOUR_S;
  const issued = useResource<IssuedForecast>(() => `/api/forecast/issued?at=${atS()}`, HOUR_S);
  const came = useResource<Came>(
    () =>
      `/api/history/range?start=${atS() - SPAN_S / 4}&end=${atS() + SPAN_S + HOUR_S}&bucket=${BUCKET_S}&columns=${COLUMN[target]}`,
    600,
  );
  const said = issued.value.value;
  const range = came.value.value;
  const isMissing = said !== null && said.issued_ts === null;
  const firstS = said?.first_ts ?? null;
  const oldestH = firstS === null ? 0 : Math.floor((hourS.value - firstS) / HOUR_S);
  const newestH = Math.min(1, oldestH);
  const hourly = Math.min(MONTH_H, oldestH);
  // A station younger than a day begins with its first forecast.
  const isBefore = isMissing && firstS !== null && hoursBack.value > oldestH;
  useEffect(() => {
    if (isBefore) hoursBack.value = Math.max(0, oldestH);
  }, [isBefore, oldestH]);
  return (
    <section {...waitsFor(issued)}>
      <div class="section-head">
        <h2>{t.whatItSaid.title}</h2>
        {said?.issued_ts && (
          <p class="muted">
            {t.whatItSaid.at({
              day: time.value.calendar.fields(said.issued_ts).day,
              when: time.value.dateAndClock(said.issued_ts),
            })}
          </p>
        )}
        <Problem of={issued.problem.value} />
      </div>
      {firstS !== null && (
        <div class="row">
          {(
            [
              [MONTH_H, t.whatItSaid.monthBack],
              [DAY_H, t.whatItSaid.dayBack],
              [1, t.whatItSaid.hourBack],
              [-1, t.whatItSaid.hourOn],
              [-DAY_H, t.whatItSaid.dayOn],
              [-MONTH_H, t.whatItSaid.monthOn],
            ] as const
          ).map(([hours, label]) => (
            <Button
              key={hours}
              name={label}
              disabled={
                hours > 0
                  ? hoursBack.value + hours > (hours === 1 ? hourly : oldestH)
                  : hoursBack.value + hours < newestH
              }
              onClick={() => (hoursBack.value += hours)}
            />
          ))}
        </div>
      )}
      {isMissing && <p class="empty-note">{firstS === null ? t.whatItSaid.nothingYet : t.whatItSaid.empty}</p>}
      {said?.issued_ts && (
        <>
          <Over said={said} atS={said.issued_ts} range={range} target={target} />
          <p class="muted">{t.whatItSaid.legend}</p>
        </>
      )}
    </section>
  );
}

interface OverProps {
  said: IssuedForecast;
  atS: number;
  range: Came | null;
  target: Target;
}

function Over({ said, atS, range, target }: OverProps) {
  const series = range && 'ts' in range.series ? range.series : null;
  const ts = (series?.ts ?? []).map((tS) => tS + BUCKET_S / 2);
  const truth = series?.[COLUMN[target]] ?? [];
  const anchor = said.anchors[target] ?? null;
  const entries = (said.targets[target] ?? []).flatMap(({ valid_ts: tS, mu, lo, hi }) =>
    mu === null || lo === null || hi === null ? [] : [{ tS, mu, lo, hi }],
  );
  const course = [...(anchor === null ? [] : [{ tS: atS, mu: anchor, lo: anchor, hi: anchor }]), ...entries];
  return (
    <TimeFrame
      class={`low tone-${target}`}
      label={t.whatItSaid.title}
      kind={target}
      fromS={atS - SPAN_S / 4}
      toS={atS + SPAN_S}
      known={[truth, course.map((e) => e.lo), course.map((e) => e.hi)]}
      ticks={ticksIn(zone.value)}
      place={place.value}
    >
      {({ x, y, unit, plot, points }) => {
        const edge = (name: 'mu' | 'lo' | 'hi') => course.map((e) => ({ x: x(e.tS), y: y(e[name]) }));
        return (
          <>
            <path class="band" d={smoothBand(edge('hi'), edge('lo'))} />
            <line class="now-line" x1={x(atS)} x2={x(atS)} y1={plot.top} y2={plot.bottom} />
            <path class="future" d={smoothLine(edge('mu'))} />
            {entries.map((e) => (
              <circle key={e.tS} class="ring" cx={x(e.tS)} cy={y(e.mu)} r={3 * unit} />
            ))}
            <path class="past" d={gappedLine(points(ts, truth, 3 * BUCKET_S))} />
          </>
        );
      }}
    </TimeFrame>
  );
}
