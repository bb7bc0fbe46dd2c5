import { lazyPart } from '../../../kit/lazy-view.tsx';
import { DialogButton } from '../../dialog-button.tsx';
import sheetStyles from '../../sensors/sensor-sheet.css?url';
import { t } from '../../texts/history.ts';
import { withForms, withStyles } from '../../view-styles.ts';
import { glanceAgain } from '../glance/glance.tsx';
import type { HistoryModel } from '../model.ts';

const BringSheet = lazyPart(withForms(withStyles(() => import('./bring-sheet.tsx'), sheetStyles)));

/** Button of the import, whose sheet is loaded on first use. */
export const Bring = ({ model }: { model: HistoryModel }) => (
  <DialogButton
    name={t.history.bring}
    opens={(close) => (
      <BringSheet
        close={() => {
          close();
          model.reload();
          glanceAgain();
        }}
      />
    )}
  />
);
