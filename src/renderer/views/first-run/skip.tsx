import { useTask } from '../../data/task.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { t } from '../../texts/first-run.ts';
import { end } from './draft.ts';
import { save, settingOf, settings } from './settings.ts';

/**
 * Dialog to skip set-up. "Don't ask again" saves the unchanged name, so a settings file exists and no other screen asks. If none can be
 * written, only this browser stops asking.
 */
export function SkipDialog({ close }: { close: () => void }) {
  const task = useTask<void>();
  const isKept = settings.value?.writable === true;
  const forGood = async (): Promise<void> => {
    await task.run(async () => {
      if (isKept) await save({ 'site.name': settingOf('site.name')?.value ?? 'Weatherglass' });
      end();
    });
  };
  return (
    <Dialog class="ask" close={close} labelledBy="skip-title">
      <h2 id="skip-title">{t.first.skipTitle}</h2>
      <p>{t.first.skipText}</p>
      {task.problem.value && <p class="refusal">{t.first.access.refused({ detail: task.problem.value })}</p>}
      <div class="stack">
        {isKept && (
          <button type="button" class="button" disabled={task.busy.value} onClick={() => void forGood()}>
            {t.first.never}
          </button>
        )}
        <button type="button" class="button" onClick={() => end()}>
          {t.first.later}
        </button>
        <button type="button" class="button strong" onClick={close}>
          {t.first.goOn}
        </button>
      </div>
    </Dialog>
  );
}
