import { useComputed } from '@preact/signals';
import { jobs } from '../../../data/station.ts';
import { Check } from '../../../icons-over.tsx';
import { JobBar } from '../../../parts/job-bar.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { t } from '../../../texts/models.ts';
import { Done } from './done.tsx';
import { Enter } from './enter.tsx';
import { Measure } from './measure.tsx';
import { wizard } from './ours.ts';
import { STEPS } from './state.ts';
import { Wait } from './wait.tsx';

const VIEWS = { measure: Measure, wait: Wait, enter: Enter, done: Done };

/** A calibration in four steps, each with one thing to do. */
export function Calibration() {
  const { subject, step } = wizard().state.value;
  const at = STEPS.indexOf(step);
  const View = VIEWS[step];
  // Somebody may have asked for it in another browser, or before this page was loaded.
  const isRecomputing = useComputed(() => jobs.value.some(({ job }) => job === 'recompute'));
  return (
    <section class="calibration">
      <div class="section-head">
        <h2>{step === 'measure' ? t.models.calibration : t.models.calibrationOf({ subject })}</h2>
        {step === 'measure' && (
          <Segments
            label={t.models.what}
            value={subject}
            choose={(next) => wizard().set({ subject: next })}
            choices={{ temperature: t.targets.temperature, humidity: t.targets.humidity }}
          />
        )}
      </div>
      <ol class="steps" aria-label={t.models.step({ n: at + 1, of: STEPS.length, name: t.models.steps[step] })}>
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
