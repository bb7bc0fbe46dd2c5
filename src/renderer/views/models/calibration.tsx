import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { CalibrateHumidityResult, CalibrateResult, RecomputeResult } from '../../../contract/models.ts';
import { jobs, models, nerd, post, telemetry } from '../../data/station.ts';
import { DASH, figure, number, unitOf, withUnit } from '../../format.ts';
import { Check, Warning } from '../../icons.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Keypad, typedNumber } from '../../parts/keypad.tsx';
import { Segments } from '../../parts/station-sheet.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts.ts';
import { isSteady, referenceOf, type Subject } from './calibration.ts';
import { JobBar } from './job-bar.tsx';
import { useTask } from './task.ts';

type Step = 0 | 1 | 2 | 3;
type Result = CalibrateResult | CalibrateHumidityResult;
const DECIMALS = { temperature: 2, humidity: 1 } as const;

/** A calibration in four steps, each with one thing to do. */
export function Calibration() {
  const subject = useSignal<Subject>('temperature');
  const step = useSignal<Step>(0);
  const typed = useSignal('');
  const result = useSignal<Result | null>(null);
  const restart = (): void => {
    step.value = 0;
    typed.value = '';
    result.value = null;
  };
  // Somebody may have asked for it in another browser, or before this page was loaded.
  const isRecomputing = useComputed(() => jobs.value.some(({ job }) => job === 'recompute'));
  const now = step.value;
  return (
    <section class="calibration">
      <div class="section-head">
        <h2>{t.models.calibration}</h2>
        {now === 0 && (
          <Segments
            label={t.models.what}
            value={subject}
            choices={{ temperature: t.targets.temperature, humidity: t.targets.humidity }}
          />
        )}
      </div>
      <ol class="steps" aria-label={t.models.step(now + 1, 4, t.models.steps[now])}>
        {t.models.steps.map((name, i) => (
          <li
            key={name}
            class={i < now ? 'past' : i === now ? 'current' : ''}
            aria-current={i === now ? 'step' : undefined}
          >
            <span class="ball">{i < now ? <Check /> : i + 1}</span>
            {name}
          </li>
        ))}
      </ol>
      {now === 0 && <Measure subject={subject} next={() => (step.value = 1)} />}
      {now === 1 && <Wait subject={subject.value} back={() => (step.value = 0)} next={() => (step.value = 2)} />}
      {now === 2 && (
        <Enter
          subject={subject.value}
          typed={typed}
          back={() => (step.value = 1)}
          done={(answer) => {
            result.value = answer;
            step.value = 3;
            void models.load();
          }}
        />
      )}
      {now !== 3 && isRecomputing.value && <JobBar job="recompute" label={t.models.recomputing} />}
      {now === 3 && result.value && <Done subject={subject.value} result={result.value} restart={restart} />}
    </section>
  );
}

function Measure({ subject, next }: { subject: Signal<Subject>; next: () => void }) {
  const reset = useTask<unknown>();
  const asked = useSignal(false);
  nerd.use();
  const compensators = nerd.value.value?.compensators;
  const isTemperature = subject.value === 'temperature';
  const learned = isTemperature ? compensators?.thermal : compensators?.humidity;
  const forget = (): void => {
    if (!asked.value) {
      asked.value = true;
      return;
    }
    asked.value = false;
    void reset.run(async () => {
      const answer = await post(isTemperature ? '/api/calibrate' : '/api/calibrate/humidity', { reset: true });
      await nerd.load();
      return answer;
    });
  };
  return (
    <>
      <p class="lead">{t.models.measure[subject.value]}</p>
      <Facts
        of={[
          [
            t.models.station,
            figure(subject.value, telemetry.value?.[subject.value], units.value, 1),
            unitOf(subject.value, units.value),
          ],
          isTemperature
            ? [t.models.k, number(compensators?.thermal.k, 3)]
            : [t.models.offset, number(compensators?.humidity.offset, 1, true), '%'],
          [t.models.references, learned ? (learned.n > 0 ? number(learned.n) : t.models.notCalibrated) : DASH],
        ]}
      />
      <div class="row">
        <button type="button" class="button strong" onClick={next}>
          {t.models.begin}
        </button>
        {learned && learned.n > 0 && (
          <button type="button" class="button" onClick={forget} disabled={reset.busy.value}>
            {asked.value ? t.models.resetAsk : t.models.reset}
          </button>
        )}
        <span class="muted" aria-live="polite">
          {reset.problem.value ?? (reset.result.value ? t.models.resetDone : '')}
        </span>
      </div>
    </>
  );
}

function Wait({ subject, back, next }: { subject: Subject; back: () => void; next: () => void }) {
  const rate = useComputed(() => {
    const rates = telemetry.value?.rates;
    const value = subject === 'temperature' ? rates?.temperature_c_per_h : rates?.humidity_pct_per_h;
    return value ?? null;
  });
  const steady = useComputed(() => isSteady(subject, rate.value));
  const kind = subject === 'temperature' ? 'temperatureRate' : 'humidityRate';
  const shown = useComputed(
    () =>
      `${figure(kind, rate.value, units.value)}${subject === 'temperature' ? unitOf(kind, units.value) : '\u202f%/h'}`,
  );
  return (
    <>
      <p class={`lead verdict ${steady.value ? 'ok' : 'warn'}`} aria-live="polite">
        {steady.value ? <Check /> : <Warning />}
        {rate.value === null ? t.models.unknown : steady.value ? t.models.steady : t.models.moving(shown.value)}
      </p>
      <Facts
        of={[
          [t.models.station, figure(subject, telemetry.value?.[subject], units.value, 1), unitOf(subject, units.value)],
          ['CPU', figure('temperature', telemetry.value?.cpu_temp, units.value), unitOf('temperature', units.value)],
        ]}
      />
      <div class="row">
        <button type="button" class="button" onClick={back}>
          {t.models.back}
        </button>
        <button
          type="button"
          class={`button${steady.value ? ' strong' : ''}`}
          onClick={next}
          disabled={rate.value === null}
        >
          {steady.value ? t.models.goOn : t.models.goOnAnyway}
        </button>
      </div>
    </>
  );
}

interface EnterProps {
  subject: Subject;
  typed: Signal<string>;
  back: () => void;
  done: (result: Result) => void;
}

function Enter({ subject, typed, back, done }: EnterProps) {
  const task = useTask<void>();
  const reference = useComputed(() => referenceOf(subject, typedNumber(typed.value), units.value));
  const isWrong = typedNumber(typed.value) !== null && reference.value === null;
  const unit = unitOf(subject, units.value);
  const apply = (): void => {
    const value = reference.peek();
    if (value === null) return;
    void task.run(async () => {
      done(
        subject === 'temperature'
          ? await post<CalibrateResult>('/api/calibrate', { reference_c: value })
          : await post<CalibrateHumidityResult>('/api/calibrate/humidity', { reference_pct: value }),
      );
    });
  };
  const [low, high] = subject === 'temperature' ? [-60, 60] : [0, 100];
  return (
    <div class="enter">
      <div class="enter-words">
        <Facts of={[[t.models.station, figure(subject, telemetry.value?.[subject], units.value, 1), unit]]} />
        <p class="muted">{t.models.reference}</p>
        <p class="typed-line">
          <output class="typed">{typed.value || DASH}</output> <span class="unit">{unit}</span>
        </p>
        <p class="refusal" aria-live="polite">
          {isWrong
            ? t.models.outOfRange(withUnit(subject, low, units.value, 0), withUnit(subject, high, units.value, 0))
            : (task.problem.value ?? '')}
        </p>
        <div class="row">
          <button type="button" class="button" onClick={back}>
            {t.models.back}
          </button>
          <button
            type="button"
            class="button strong"
            onClick={apply}
            disabled={reference.value === null || task.busy.value}
          >
            {t.models.apply}
          </button>
        </div>
      </div>
      <Keypad typed={typed} kind={subject === 'temperature' ? 'signed number' : 'number'} enter={apply} />
    </div>
  );
}

function Done({ subject, result, restart }: { subject: Subject; result: Result; restart: () => void }) {
  const recompute = useTask<RecomputeResult>();
  const later = useSignal(false);
  const decimals = DECIMALS[subject];
  const unit = unitOf(subject, units.value);
  const answer = recompute.result.value;
  const isOpen = !answer && !later.value;
  return (
    <>
      <Facts
        of={[
          [t.models.before, figure(subject, result.before, units.value, decimals), unit],
          [
            t.models.after,
            <span class={`${subject}-text`} key="after">
              {figure(subject, result.after, units.value, decimals)}
            </span>,
            unit,
          ],
          'k' in result ? [t.models.k, number(result.k, 3)] : [t.models.offset, number(result.offset, 1, true), '%'],
        ]}
      />
      {result.clamped && (
        <p class="verdict warn">
          <Warning />
          {t.models.clamped}
        </p>
      )}
      {'warning' in result && result.warning && (
        <p class="verdict warn">
          <Warning />
          {result.warning}
        </p>
      )}
      {isOpen && <p>{t.models.recomputeOffer}</p>}
      {recompute.busy.value && <JobBar job="recompute" label={t.models.recomputing} />}
      {recompute.problem.value && <p class="refusal">{recompute.problem.value}</p>}
      {answer && (
        <p class="verdict ok" aria-live="polite">
          <Check />
          {t.models.recomputed(number(answer.changed), number(answer.rows))}
        </p>
      )}
      <div class="row">
        {isOpen && !recompute.busy.value && (
          <>
            <button type="button" class="button" onClick={() => (later.value = true)}>
              {t.models.later}
            </button>
            <button
              type="button"
              class="button strong"
              onClick={() => recompute.run(() => post<RecomputeResult>('/api/recompute'))}
            >
              {t.models.recompute}
            </button>
          </>
        )}
        {!isOpen && (
          <button type="button" class="button" onClick={restart}>
            {t.models.again}
          </button>
        )}
      </div>
    </>
  );
}
