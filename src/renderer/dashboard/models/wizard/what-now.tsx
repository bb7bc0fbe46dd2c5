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

/** Offers after a changed correction: to recalculate the record, and to take another reference, at once or when the first is answered. */
export function WhatNow({ againWhenSettled }: { againWhenSettled?: boolean }) {
  const task = useTask<RecomputeResult>();
  const isLater = useSignal(false);
  const answer = task.result.value;
  const recompute = () => task.run(() => work<RecomputeResult>('/api/recompute'));
  return (
    <>
      {!isLater.value && (
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
              <Button name={t.buttons.notNow} onClick={() => (isLater.value = true)} />
              <Button kind="strong" name={t.models.recompute} onClick={recompute} />
            </div>
          )}
        </div>
      )}
      {(isLater.value || answer || !againWhenSettled) && (
        <div class="row">
          <Button name={t.models.again} onClick={() => wizard().restart()} />
        </div>
      )}
    </>
  );
}
