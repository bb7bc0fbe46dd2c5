import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { units } from '../../../kit/browser-choices.ts';
import { nerd } from '../../../kit/data/of-views.ts';
import { isStale, minuteS, telemetry, time } from '../../../kit/data/station.ts';
import { DASH, duration, figure, number, unitOf } from '../../../kit/format.ts';
import { Check } from '../../../kit/icons-over.tsx';
import { Button } from '../../../kit/parts/button.tsx';
import { Facts } from '../../../kit/parts/facts.tsx';
import { isUnderWay, JobBar } from '../../../kit/parts/job-bar.tsx';
import { Segments } from '../../../kit/parts/segments.tsx';
import { Verdict } from '../../../kit/parts/verdict.tsx';
import { t } from '../../texts/models.ts';
import { Enter } from './enter.tsx';
import { wizard } from './ours.ts';
import { airOf, type Subject, TOGETHER_S } from './rules.ts';
import { shownFact, shownNow } from './shown.ts';
import { STEPS } from './state.ts';
import { WayBack } from './way-back.tsx';
import { WhatNow } from './what-now.tsx';

const VIEWS = { measure: Measure, wait: Wait, enter: Enter, done: Done };

/** A calibration in four steps, each with one thing to do. */
export function Calibration() {
  const { subject, step } = wizard().state.value;
  const at = STEPS.indexOf(step);
  const View = VIEWS[step];
  // It may have been started in another browser, or before this page was loaded.
  const isRecomputing = useComputed(() => isUnderWay('recompute'));
  return (
    <section class="calibration">
      <div class="section-head">
        <h2>{step === 'measure' ? t.models.calibration : t.models.calibrationOf({ subject })}</h2>
        {step === 'measure' && (
          <Segments<Subject>
            label={t.models.what}
            value={subject}
            choose={(next) => wizard().set({ subject: next })}
            choices={t.quantities}
            order={['temperature', 'humidity']}
          />
        )}
      </div>
      <ol class="steps muted" aria-label={t.models.step({ n: at + 1, of: STEPS.length, name: t.models.steps[step] })}>
        {STEPS.map((name, i) => (
          <li
            key={name}
            class={i < at ? 'past' : i === at ? 'current' : ''}
            aria-current={i === at ? 'step' : undefined}
          >
            <span class="ball">{i < at ? <Check /> : i + 1}</span>
            {t.models.steps[name]}
          </li>
        ))}
      </ol>
      <View key={`${subject} ${step}`} />
      {step !== 'done' && isRecomputing.value && <JobBar job="recompute" label={t.models.recomputing} />}
    </section>
  );
}

function Measure() {
  nerd.use();
  const { subject } = wizard().state.value;
  const compensators = nerd.value.value?.compensators;
  const learned = subject === 'temperature' ? compensators?.thermal : compensators?.humidity;
  const lastTs = learned?.last_ts ?? null;
  const begin = () => wizard().set({ step: 'wait', placedS: minuteS.peek() });
  return (
    <>
      <p class="lead">{t.models.measure[subject]}</p>
      <Facts
        of={[
          shownFact(subject),
          subject === 'temperature'
            ? [t.inside.k, number(compensators?.thermal.k, 3)]
            : [t.inside.offset, number(compensators?.humidity.offset, 1, true), '%'],
          [t.models.references, learned ? (learned.n > 0 ? number(learned.n) : t.models.notCalibrated) : DASH],
          ...(lastTs === null ? [] : ([[t.models.lastReference, time.value.dateAndClock(lastTs)]] as const)),
        ]}
      />
      <div class="row">
        <Button kind="strong" name={t.models.begin} onClick={begin} />
      </div>
      {learned && learned.n > 0 && <WayBack subject={subject} />}
    </>
  );
}

function Wait() {
  const { subject, placedS } = wizard().state.value;
  const isTemperature = subject === 'temperature';
  const now = telemetry.value;
  const rate = (isTemperature ? now?.rates.temperature_c_per_h : now?.rates.humidity_pct_per_h) ?? null;
  const togetherS = placedS === null ? 0 : minuteS.value - placedS;
  const rest = airOf(subject, now ? shownNow(subject) : undefined, rate, isStale.value, togetherS);
  const words = (): string => {
    if (rest === 'settling') return t.models.settling({ n: Math.ceil((TOGETHER_S[subject] - togetherS) / 60) });
    if (rest !== 'moving') return t.models.rest[rest];
    const kind = isTemperature ? 'temperatureRate' : 'humidityRate';
    return t.models.moving({
      rate: `${figure(kind, rate, units.value)}${isTemperature ? unitOf(kind, units.value) : '\u202f%/h'}`,
    });
  };
  const isSteady = rest === 'steady';
  const wasUnsteady = useRef(false);
  // Goes on by itself once the air has been steady for long enough, but not if it was so when the reader came back.
  useEffect(() => {
    if (isSteady && wasUnsteady.current) wizard().set({ step: 'enter', typed: '' });
    wasUnsteady.current = rest === 'settling' || rest === 'moving';
  }, [rest]);
  return (
    <>
      <Verdict class="lead" isWell={isSteady} of={words()} aria-live="polite" />
      <Facts
        of={[
          shownFact(subject),
          ...(placedS === null ? [] : ([[t.models.inPlaceFor, duration(togetherS)]] as const)),
          ['CPU', figure('temperature', now?.cpu_temp, units.value), unitOf('temperature', units.value)],
        ]}
      />
      <div class="row">
        <Button name={t.buttons.back} onClick={() => wizard().set({ step: 'measure' })} />
        <Button
          kind={isSteady ? 'strong' : ''}
          name={isSteady ? t.models.goOn : t.models.goOnAnyway}
          onClick={() => wizard().set({ step: 'enter', typed: '' })}
          disabled={rest === 'no-reading' || rest === 'connecting'}
        />
      </div>
    </>
  );
}

const DECIMALS = { temperature: 2, humidity: 1 } as const;

function Done() {
  const { subject, result } = wizard().state.value;
  /** Taken back: what was before and after is no longer true, and the way back offers to recompute by itself. */
  const isGone = useSignal(false);
  const decimals = DECIMALS[subject];
  const unit = unitOf(subject, units.value);
  const warning = result && 'warning' in result ? result.warning : undefined;
  return (
    <>
      {!isGone.value && (
        <>
          {/* None where the answer was lost: then all that is known is that the reference counts. */}
          {result && (
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
                'k' in result
                  ? [t.inside.k, number(result.k, 3)]
                  : [t.inside.offset, number(result.offset, 1, true), '%'],
              ]}
            />
          )}
          {[result?.clamped ? t.models.clamped : null, warning]
            .filter((words) => typeof words === 'string')
            .map((words) => (
              <Verdict key={words} isWell={false} of={words} />
            ))}
          <WhatNow againWhenSettled />
        </>
      )}
      <WayBack subject={subject} gone={() => (isGone.value = true)} />
    </>
  );
}
