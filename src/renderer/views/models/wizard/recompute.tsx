import { useSignal } from '@preact/signals';
import type { RecomputeResult } from '../../../../contract/models.ts';
import { work } from '../../../data/station.ts';
import { useTask } from '../../../data/task.ts';
import { number } from '../../../format.ts';
import { Check } from '../../../icons-over.tsx';
import { JobBar } from '../../../parts/job-bar.tsx';
import { t } from '../../../texts/models.ts';

/** After every change of a correction, there or back: the record has a step, which recomputing takes out. */
export function RecomputeOffer({ settled }: { settled?: () => void }) {
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
        <p class="verdict ok" aria-live="polite">
          <Check />
          {t.models.recomputed({ changed: number(answer.changed), rows: number(answer.rows) })}
        </p>
      )}
      {!answer && !task.busy.value && (
        <div class="row">
          <button
            type="button"
            class="button"
            onClick={() => {
              later.value = true;
              settled?.();
            }}
          >
            {t.models.later}
          </button>
          <button
            type="button"
            class="button strong"
            onClick={async () => {
              await task.run(() => work<RecomputeResult>('/api/recompute'));
              if (task.result.peek()) settled?.();
            }}
          >
            {t.models.recompute}
          </button>
        </div>
      )}
    </div>
  );
}
