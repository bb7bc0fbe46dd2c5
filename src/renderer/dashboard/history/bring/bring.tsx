import { useSignal } from '@preact/signals';
import { lazyPart } from '../../../kit/lazy-view.tsx';
import { Button } from '../../../kit/parts/button.tsx';
import sheetStyles from '../../sensors/sensor-sheet.css?url';
import { t } from '../../texts/history.ts';
import { withForms, withStyles } from '../../view-styles.ts';
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
      <Button name={t.history.bring} onClick={() => (isOpen.value = true)} />
      {isOpen.value && <BringSheet close={close} />}
    </>
  );
}
