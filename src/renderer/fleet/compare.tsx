import { signal, useComputed } from '@preact/signals';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { FleetComparison, FleetStation } from '../../contract/fleet.ts';
import type { Target } from '../../contract/names.ts';
import { units } from '../kit/browser-choices.ts';
import { number, stepOf, withUnit } from '../kit/format.ts';
import { locale } from '../kit/language.ts';
import { Facts } from '../kit/parts/facts.tsx';
import { Select } from '../kit/parts/select.tsx';
import { waitsFor } from '../kit/parts/waiting.ts';
import { Answered } from './answered.tsx';
import { useResource } from './ask.ts';
import { nowS, stations } from './fleet.ts';
import { LinesChart, withItsUnit } from './lines-chart.tsx';
import { QuantityAndSpan } from './quantity-and-span.tsx';
import { route, toTab } from './route.ts';
import { sorted } from './sorting.ts';
import { t } from './texts/fleet.ts';

const target = signal<Target>('temperature');
const SPANS = { day: DAY_S, week: 7 * DAY_S, month: 30 * DAY_S };
const span = signal<keyof typeof SPANS>('week');

/** Comparison of two stations. Both are in the address, so that it can be shared. */
export function Compare() {
  const range = useComputed(() => {
    const endS = Math.ceil(nowS.value / HOUR_S) * HOUR_S;
    return { startS: endS - SPANS[span.value], endS };
  });
  const asks = useComputed(() => {
    const { params } = route.value;
    const [a, b] = [params.get('a'), params.get('b')];
    if (!a || !b) return null;
    const { startS, endS } = range.value;
    const query = { a, b, target: target.value, start: String(startS), end: String(endS) };
    return `/api/fleet/compare?${new URLSearchParams(query)}`;
  });
  const answer = useResource<FleetComparison>(() => asks.value, 600);
  const { params } = route.value;
  const [a, b] = [params.get('a') ?? '', params.get('b') ?? ''];
  const known = sorted(stations.value, { by: 'name', isDown: false }, locale);
  const choice = (which: 'a' | 'b', label: string) => (
    <Select
      class="entry"
      aria-label={label}
      value={params.get(which) ?? ''}
      of={[['', label], ...known.map(({ id, name }) => [id, name] as const)]}
      pick={(id) => (location.hash = toTab('compare', { a, b, [which]: id }))}
    />
  );
  return (
    <section {...(asks.value !== null && waitsFor(answer))}>
      <div class="row">
        {choice('a', t.fleet.compare.first)}
        {choice('b', t.fleet.compare.second)}
        <QuantityAndSpan target={target} span={span} spans={SPANS} />
      </div>
      {asks.value === null ? (
        <p class="empty-note">{t.fleet.compare.choose}</p>
      ) : (
        <Answered of={answer}>{(both) => <Both of={both} {...range.value} known={known} />}</Answered>
      )}
    </section>
  );
}

interface BothProps {
  of: FleetComparison;
  known: readonly FleetStation[];
  startS: number;
  endS: number;
}
function Both({ of, known, startS, endS }: BothProps) {
  const nameOf = (id: string): string => known.find((one) => one.id === id)?.name ?? id;
  const { mean, sd, n } = of.difference;
  const [a, b] = [nameOf(of.a), nameOf(of.b)];
  if (n === 0) return <p class="empty-note">{t.fleet.compare.none}</p>;
  const step = stepOf(of.target);
  return (
    <>
      <div class="section-head">
        <h2>{withItsUnit(t.quantities[of.target], of.target)}</h2>
        <p class={`legend tone-${of.target}`}>
          <span>
            <Stroke class="past" />
            {a}
          </span>
          <span>
            <Stroke class="past second" />
            {b}
          </span>
        </p>
      </div>
      <LinesChart
        of={of.target}
        tone={of.target}
        label={t.fleet.compare.chart({ quantity: t.quantities[of.target], a, b })}
        fromS={startS}
        toS={endS}
        widestS={4 * (of.ts.length > 1 ? (of.ts.at(-1)! - of.ts[0]!) / (of.ts.length - 1) : HOUR_S)}
        ts={of.ts}
        columns={[of.values_a, of.values_b]}
      />
      <Facts
        of={[
          [t.fleet.compare.mean, withUnit(step, mean, units.value)],
          [t.fleet.compare.spread, withUnit(step, sd, units.value, 2).replace('+', '')],
          [t.fleet.compare.moments, number(n)],
        ]}
      />
    </>
  );
}

const Stroke = ({ class: className }: { class: string }) => (
  <svg viewBox="0 0 22 10" aria-hidden="true">
    <path class={className} d="M0 5h22" />
  </svg>
);
