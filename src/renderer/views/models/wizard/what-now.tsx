import { useSignal } from '@preact/signals';
import { t } from '../../../texts/models.ts';
import { wizard } from './ours.ts';
import { RecomputeOffer } from './recompute.tsx';

/** A correction has changed: the record can follow, and another reference may be taken, at once or when that is settled. */
export function WhatNow({ againWhenSettled }: { againWhenSettled?: boolean }) {
  const isSettled = useSignal(false);
  return (
    <>
      <RecomputeOffer settled={() => (isSettled.value = true)} />
      {(isSettled.value || !againWhenSettled) && (
        <div class="row">
          <button type="button" class="button" onClick={() => wizard().restart()}>
            {t.models.again}
          </button>
        </div>
      )}
    </>
  );
}
