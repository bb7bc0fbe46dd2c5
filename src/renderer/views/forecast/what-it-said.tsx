import { computed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { HOUR_S } from '../../../base/durations.ts';
import type { IssuedForecast } from '../../../contract/forecast.ts';
import type { RangeOf } from '../../../contract/history.ts';
import type { Target } from '../../../contract/names.ts';
import { leastSpanOf } from '../../charts/least-span.ts';
import { gappedLine, smoothBand, smoothLine, withGaps } from '../../charts/path.ts';
import { extent } from '../../charts/scale.ts';
import { TimeFrame } from '../../charts/time-frame.tsx';
import { minuteS, resource, time, zone } from '../../data/station.ts';
import { inUnits } from '../../format.ts';
import { Problem } from '../../parts/problem.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { units } from '../../settings.ts';
import { t } from '../../texts/forecast.ts';
import { timeTicks } from '../../time-ticks.ts';

const DAY_H = 24;
const SPAN_S = DAY_H * HOUR_S;
const BUCKET_S = 600;
const FIELD = { temperature: 'temp', humidity: 'hum', pressure: 'press' } as const;
type Came = RangeOf<'temp' | 'hum' | 'press'>;

/** The full hour: what is asked by it changes once an hour and not with every minute. */
const hourS = computed(() => Math.floor(minuteS.value / HOUR_S) * HOUR_S);

/** Any hour of the last thirty days: what was expected then, drawn over what came. */
export function WhatItSaid({ target }: { target: Target }) {
  const hoursBack = useSignal(DAY_H);
  const [issued, came] = useMemo(() => {
    const atS = (): number => hourS.value - hoursBack.value * HOUR_S;
    return [
      resource<IssuedForecast>(() => `/api/forecast/issued?at=${atS()}`, HOUR_S),
      resource<Came>(
        () =>
          `/api/history/range?start=${atS() - SPAN_S / 4}&end=${atS() + SPAN_S + HOUR_S}&bucket=${BUCKET_S}&columns=${FIELD[target]}`,
        600,
      ),
    ] as const;
  }, []);
  const said = issued.use();
  const range = came.use();
  const { problem } = issued;
  const isMissing = said !== null && said.issued_ts === null;
  const firstS = said?.first_ts ?? null;
  const oldestH = firstS === null ? 0 : Math.floor((hourS.value - firstS) / HOUR_S);
  const newestH = Math.min(1, oldestH);
  // A station younger than a day begins with the first that it said.
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
      </div>
      {firstS !== null && (
        <div class="row">
          {(
            [
              [24, t.whatItSaid.dayBack],
              [1, t.whatItSaid.hourBack],
              [-1, t.whatItSaid.hourOn],
              [-24, t.whatItSaid.dayOn],
            ] as const
          ).map(([hours, label]) => (
            <button
              key={hours}
              type="button"
              class="button"
              disabled={hours > 0 ? hoursBack.value + hours > oldestH : hoursBack.value + hours < newestH}
              onClick={() => (hoursBack.value += hours)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <Problem of={problem.value} />
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
  const of = (value: number | null): number | null => (value === null ? null : inUnits(target, value, units.value));
  const series = range && 'ts' in range.series ? range.series : null;
  const truth = (series?.[FIELD[target]] ?? []).map(of);
  const anchor = of(said.anchors[target] ?? null);
  const entries = (said.targets[target] ?? []).flatMap((e) => {
    const [mu, lo, hi] = [of(e.mu), of(e.lo), of(e.hi)];
    return mu === null || lo === null || hi === null ? [] : [{ tS: e.valid_ts, mu, lo, hi }];
  });
  const start = anchor === null ? [] : [{ tS: atS, mu: anchor, lo: anchor, hi: anchor }];
  const [fromS, toS] = [atS - SPAN_S / 4, atS + SPAN_S];
  return (
    <TimeFrame
      class={`low tone-${target}`}
      label={t.whatItSaid.title}
      fromS={fromS}
      toS={toS}
      bounds={extent(
        truth,
        [anchor],
        entries.map((e) => e.lo),
        entries.map((e) => e.hi),
      )}
      leastSpan={leastSpanOf(target, units.value)}
      ticks={(from, to, most) => timeTicks(from, to, zone.value, most)}
    >
      {({ x, y, unit, plot }) => {
        const line = (name: 'mu' | 'lo' | 'hi') => [...start, ...entries].map((e) => ({ x: x(e.tS), y: y(e[name]) }));
        const came = withGaps(series?.ts ?? [], truth, 3 * BUCKET_S).map(({ tS, value }) =>
          value === null || tS < fromS || tS > toS ? null : { x: x(tS + BUCKET_S / 2), y: y(value) },
        );
        return (
          <>
            <path class="band" d={smoothBand(line('hi'), line('lo'))} />
            <line class="now-line" x1={x(atS)} x2={x(atS)} y1={plot.top} y2={plot.bottom} />
            <path class="future" d={smoothLine(line('mu'))} />
            {entries.map((e) => (
              <circle key={e.tS} class="ring" cx={x(e.tS)} cy={y(e.mu)} r={3 * unit} />
            ))}
            <path class="past" d={gappedLine(came)} />
          </>
        );
      }}
    </TimeFrame>
  );
}
