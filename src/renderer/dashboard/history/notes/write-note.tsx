import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { stationNowS, time } from '../../../kit/data/station.ts';
import { Pen } from '../../../kit/icons-over.tsx';
import { lazyPart } from '../../../kit/lazy-view.tsx';
import { Refusal } from '../../../kit/parts/refusal.tsx';
import { t } from '../../texts/history.ts';
import type { HistoryModel } from '../model.ts';
import type { Draft } from './note-dialog.tsx';
import { unsaved } from './unsaved.ts';

/** Note dialog, loaded on first use: History is read far more often than written to. */
export const NoteDialog = lazyPart(() => import('./note-dialog.tsx'));

/** A note beside the moment that was touched in the charts, else beside the present. */
export function WriteNote({ model }: { model: HistoryModel }) {
  const draft = useSignal<Draft | null>(null);
  const { fromS, toS } = model.resting.value;
  const touchedS = model.touchedS.value;
  // A moment that is no longer in sight is meant no more.
  const tS = touchedS !== null && touchedS >= fromS && touchedS <= Math.min(toS, stationNowS()) ? touchedS : null;
  useEffect(() => {
    if (tS === null) model.touchedS.value = null;
  }, [tS === null]);
  return (
    <>
      <button type="button" class="button write-note" onClick={() => (draft.value = { tS: tS ?? stationNowS() })}>
        <Pen />
        {tS === null ? t.history.notes.write : t.history.notes.writeAt({ when: time.value.clock(tS) })}
      </button>
      {unsaved.value !== null && <Refusal of={t.labelled({ label: t.history.notes.note, text: unsaved.value })} />}
      {draft.value && <NoteDialog draft={draft.value} model={model} close={() => (draft.value = null)} />}
    </>
  );
}
