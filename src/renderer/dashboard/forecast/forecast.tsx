import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { LabelResult, Labels } from '../../../contract/conditions.ts';
import type { Tonight } from '../../../contract/forecast.ts';
import { TARGETS, type Target } from '../../../contract/names.ts';
import { units } from '../../kit/browser-choices.ts';
import type { Fan } from '../../kit/charts/fan.ts';
import { FanChart } from '../../kit/charts/fan-chart.tsx';
import type { Frame } from '../../kit/charts/frame.ts';
import { useFan } from '../../kit/charts/use-fan.ts';
import { scorecard } from '../../kit/data/of-views.ts';
import {
  forecast,
  live,
  minuteS,
  place,
  post,
  recent,
  resource,
  source,
  status,
  time,
  tonight,
  zone,
} from '../../kit/data/station.ts';
import { useTask } from '../../kit/data/task.ts';
import { lazyPart } from '../../kit/lazy-view.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Page } from '../../kit/parts/page.tsx';
import { SegmentsOf } from '../../kit/parts/segments.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { route } from '../../kit/router.ts';
import { TARGET_NAMES } from '../../kit/target-names.ts';
import { timeTicks } from '../../kit/time-ticks.ts';
import { degrees } from '../degrees.ts';
import { rainNow } from '../now/rain-panel.tsx';
import { rainSaying } from '../now/saying.ts';
import { aboutHour, chanceText, isRough, isTomorrow, overFor } from '../now/tonight-answer.ts';
import { FROST_WORTH_SAYING, hasHour } from '../now/weather-words.ts';
import { t } from '../texts/forecast.ts';
import { freeSpot } from './chances/free-spot.ts';
import { pickedOf, sideWords, sliderFor } from './chances/picked.ts';
import { PAST_S } from './chances/row.tsx';
import { valueText } from './chances/scale.ts';
import { ChanceStrip, isWhole } from './chances/strip.tsx';
import { HorizonTable } from './horizon-table.tsx';
import { openUntilS } from './open-until.ts';

const asked = (): Target => TARGETS.find((target) => target === route.peek().params.get('target')) ?? 'temperature';

/** Fetched by who reads on: answers come first. */
const TrackRecord = lazyPart<{ target: Target }>(() => import('./track-record.tsx'));

/** View Forecast: what the models expect, how sure they are, and how well they did. */
export default function Forecast() {
  const bundle = forecast.use();
  scorecard.use();
  const target = useSignal<Target>(asked());
  const shown = target.value;
  const entries = bundle?.targets[shown] ?? [];
  const isFirstGuess = entries.every(({ provisional }) => provisional === true);
  const quantities = <SegmentsOf label={t.headings.quantity} of={target} choices={TARGET_NAMES} />;
  return (
    <Page view="forecast" class={`tone-${shown}`} head={quantities} problem={forecast.problem.value}>
      <section {...waitsFor(forecast)}>
        <Summary />
        <TargetFan key={shown} target={shown} />
        <ChanceStrip key={`chances-${shown}`} target={shown} />
        {/* Its place is kept: what stands below must not move when it has something to speak of. */}
        <p class={`muted${entries.length > 0 ? '' : ' unknown'}`}>
          {isFirstGuess && bundle ? t.forecast.introYoung : t.forecast.intro}
        </p>
        {bundle && isWhole(shown) && <HorizonTable target={shown} />}
      </section>
      {isWhole(shown) && <OpenWindow />}
      {bundle && isWhole(shown) && <WhenNear>{() => <TrackRecord target={shown} />}</WhenNear>}
    </Page>
  );
}

const newest = resource<Labels>(() => '/api/labels?kinds=window_open&limit=1', 60);

/** Tells a station indoors that a window is open, so that the forecast learns nothing from it. Outdoors there is nothing to tell. */
function OpenWindow() {
  const labels = newest.use();
  const task = useTask<LabelResult>();
  if (!labels || !status.value.value?.site.indoors) return null;
  const untilS = openUntilS(labels, minuteS.value);
  const said = { kind: 'window_open', value: untilS === null ? 1 : 0 };
  const tell = () =>
    task.run(async () => {
      const result = await post<LabelResult>('/api/label', said);
      await newest.load();
      return result;
    });
  return (
    <section>
      <h2>{t.window.title}</h2>
      <p class="muted" aria-live="polite">
        {task.problem.value ??
          (untilS === null ? t.window.why : t.window.pausedUntil({ clock: time.value.clock(untilS) }))}
      </p>
      <div class="row">
        <Button name={untilS === null ? t.window.open : t.window.closed} onClick={tell} disabled={task.busy.value} />
      </div>
    </section>
  );
}

/** The next day in one sentence: low with its frost, high, rain. */
function Summary() {
  const told = tonight.use();
  if (!told?.low || !forecast.value.value || !live.value || tonight.isOld.value)
    return <p class="summary muted unknown">{'\u00a0'}</p>; // its line is kept free
  const parts = [lowWords(told), highWords(told)];
  if (told.high && told.high.about_ts < told.low.about_ts) parts.reverse();
  return (
    <p class="summary muted">
      <b>{parts[0]}</b> {parts[1]} {rainSaying(rainNow(), minuteS.value, time.value)}
    </p>
  );
}

/** Hour of an extreme, behind which an old one has its age. */
function hourOf(aboutS: number): string {
  const over = overFor(aboutS);
  return over === null ? aboutHour(aboutS) : `${aboutHour(aboutS)} (${over})`;
}

function lowWords({ low, frost }: Tonight): string {
  const [degreesLow, clock] = [degrees(low!.value, 0), hourOf(low!.about_ts)];
  if (!frost || isRough() || frost.chance < FROST_WORTH_SAYING) return t.say.low({ degrees: degreesLow, clock });
  return t.say.lowFrost({ degrees: degreesLow, clock, percent: chanceText(frost.chance) });
}

function highWords({ high }: Tonight): string {
  if (!high || !hasHour(high, minuteS.value)) return '';
  const words = { degrees: degrees(high.value, 0), clock: hourOf(high.about_ts) };
  return isTomorrow(high) ? t.say.highTomorrow(words) : t.say.highByDay(words);
}

function TargetFan({ target }: { target: Target }) {
  const data = useFan(target, PAST_S).value;
  const decimals = target === 'pressure' && units.value === 'imperial' ? 2 : 0;
  return (
    <FanChart
      of={target}
      label={t.forecast.chartLabel({ target: t.quantities[target] })}
      data={data}
      ticks={(fromS, toS, most) => timeTicks(fromS, toS, zone.value, Math.min(most, 12))}
      place={place.value}
      markDecimals={decimals}
      ringSpacing={7}
      under={(frame) => <PickedLine target={target} frame={frame} from={frame.x(data.nowS)} />}
      over={(frame, { marks }) => <PickedWords target={target} frame={frame} from={frame.x(data.nowS)} marks={marks} />}
      watermark={t.header[source.value].toUpperCase()}
      emptyPast={recent[target].value.value?.n === 0 ? t.chart.noHistory : ''}
      emptyFuture={forecast.value.value && data.entries.length === 0 ? t.chart.noForecast : ''}
    />
  );
}

interface LineProps {
  target: Target;
  frame: Frame;
  from: number;
}

/** Line of the value that the reader picks: it follows the slider, and passes below the figures. */
function PickedLine({ target, frame: { level, plot }, from }: LineProps) {
  const value = pickedOf(target);
  return value === null ? null : (
    <line class="picked-line" x1={from} x2={plot.right} y1={level(value)} y2={level(value)} />
  );
}

function PickedWords({ target, frame: { level, plot, unit }, from, marks }: LineProps & { marks: Fan['marks'] }) {
  const value = pickedOf(target);
  const slider = sliderFor(target);
  if (value === null || !slider) return null;
  const words = sideWords(valueText(target, value, units.value, slider.decimals));
  const line = { from, to: plot.right, lineY: level(value), unit, letters: words.length };
  return (
    <text class="figure picked-words" {...freeSpot(marks, line)}>
      {words}
    </text>
  );
}

/** Part below the fold: made when it comes near what is seen, and for paper. */
function WhenNear({ children }: { children: () => ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useSignal(false);
  useEffect(() => {
    const show = () => (isNear.value = true);
    const root = place.current!.closest('.outlet');
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && show(), {
      root,
      rootMargin: '10% 0px',
    });
    observer.observe(place.current!);
    addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', show);
    };
  }, []);
  return isNear.value ? children() : <div ref={place} class="not-near" style={{ minHeight: '900px' }} />;
}
