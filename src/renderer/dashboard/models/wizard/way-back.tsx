import { useSignal } from '@preact/signals';
import { models, nerd } from '../../../kit/data/of-views.ts';
import { post } from '../../../kit/data/station.ts';
import { useTask } from '../../../kit/data/task.ts';
import { SureButton } from '../../../kit/parts/sure-button.tsx';
import { t } from '../../texts/models.ts';
import type { Subject } from './rules.ts';
import { WhatNow } from './what-now.tsx';

type Way = 'undo' | 'forget';

/** Buttons that undo the last reference, or all of them. Each asks first; afterwards the record can be recalculated. */
export function WayBack({ subject, gone: tell }: { subject: Subject; gone?: () => void }) {
  const gone = useSignal<Way | null>(null);
  const task = useTask<void>();
  const go = (way: Way): void =>
    void task.run(async () => {
      await (way === 'undo'
        ? post('/api/calibrate/undo', { signal: subject })
        : post(subject === 'temperature' ? '/api/calibrate' : '/api/calibrate/humidity', { reset: true }));
      gone.value = way;
      tell?.();
      void models.load();
      await nerd.load();
    });
  const button = (way: Way) => (
    <SureButton
      kind="quiet"
      name={t.models.ways[way].name}
      sure={t.models.ways[way].sure}
      act={() => go(way)}
      isBusy={task.busy.value}
    />
  );
  return (
    <div class="way-back">
      {gone.value === null && (
        <div class="row">
          {button('undo')}
          {button('forget')}
        </div>
      )}
      <p aria-live="polite">
        {task.problem.value && <span class="refusal">{task.problem.value}</span>}
        {gone.value && t.models.ways[gone.value].done}
      </p>
      {gone.value && <WhatNow />}
    </div>
  );
}
