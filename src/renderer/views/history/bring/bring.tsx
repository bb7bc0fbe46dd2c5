import { useSignal } from '@preact/signals';
import { lazyPart } from '../../../lazy-view.tsx';
import sheetStyles from '../../../styles/sensor-sheet.css?url';
import { t } from '../../../texts/history.ts';
import { withForms, withStyles } from '../../../view-styles.ts';
import { glanceAgain } from '../glance/glance.tsx';
import type { HistoryModel } from '../model.ts';

const BringSheet = lazyPart(withForms(withStyles(() => import('./bring-sheet.tsx'), sheetStyles)));

/** Button of the import, whose sheet is loaded on first use. */
export function Bring({ model }: { model: HistoryModel }) {
  const isOpen = useSignal(false);
  const close = (): void => {
    isOpen.value = false;
    model.reload();
    glanceAgain();
  };
  return (
    <>
      <button type="button" class="button" onClick={() => (isOpen.value = true)}>
        {t.history.bring}
      </button>
      {isOpen.value && <BringSheet close={close} />}
    </>
  );
}
