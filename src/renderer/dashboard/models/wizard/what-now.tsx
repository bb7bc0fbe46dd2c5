import { useSignal } from '@preact/signals';
import type { RecomputeResult } from '../../../../contract/models.ts';
import { work } from '../../../kit/data/station.ts';
import { useTask } from '../../../kit/data/task.ts';
import { number } from '../../../kit/format.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { JobBar } from '../../../kit/parts/job-bar.tsx';
import { Verdict } from '../../../kit/parts/verdict.tsx';
import { t } from '../../texts/models.ts';
import { wizard } from './ours.ts';

/** A correction has changed: the record can follow, and another reference may be taken, at once or when that is settled. */
export function WhatNow({ againWhenSettled }: { againWhenSettled?: boolean }) {
  const isSettled = useSignal(false);
  return (
    <>
      <RecomputeOffer settled={() => (isSettled.value = true)} />
      {(isSettled.value || !againWhenSettled) && (
        <div class="row">
          <Button name={t.models.again} onClick={() => wizard().restart()} />
        </div>
      )}
    </>
  );
}

/** After every change of a correction, there or back: the record has a step, which recomputing takes out. */
function RecomputeOffer({ settled }: { settled?: () => void }) {
  const task = useTask<RecomputeResult>();
  const later = useSignal(false);
  const answer = task.result.value;
  if (later.value) return null;
  return (
    <div class="offer">
      {!answer && <p>{t.models.recomputeOffer}</p>}
      {task.busy.value && <JobBar job="recompute" label={t.models.recomputing} />}
      {task.problem.value && <p class="refusal">{task.problem.value}</p>}
      {answer && (
        <Verdict
          isWell
          of={t.models.recomputed({ changed: number(answer.changed), rows: number(answer.rows) })}
          aria-live="polite"
        />
      )}
      {!answer && !task.busy.value && (
        <div class="row">
          <Button
            name={t.buttons.notNow}
            onClick={() => {
              later.value = true;
              settled?.();
            }}
          />
          <Button
            kind="strong"
            name={t.models.recompute}
            onClick={async () => {
              await task.run(() => work<RecomputeResult>('/api/recompute'));
              if (task.result.peek()) settled?.();
            }}
          />
        </div>
      )}
    </div>
  );
}
