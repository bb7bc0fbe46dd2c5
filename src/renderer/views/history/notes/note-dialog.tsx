import { useSignal } from '@preact/signals';
import { LIMITS } from '../../../../contract/names.ts';
import type { Note } from '../../../../contract/notes.ts';
import { patch, post, remove, stationNowS, time } from '../../../data/station.ts';
import { useTask } from '../../../data/task.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { t } from '../../../texts/history.ts';
import { fieldText, momentOf } from '../moment-field.ts';
import type { NoteLog } from '../note-log.ts';

/** A note that is there, or one that is to be written beside this moment. */
export type Draft = Note | { tS: number };

interface Props {
  draft: Draft;
  log: NoteLog;
  close: () => void;
}

/** Words beside a moment: written, changed or deleted. */
export default function NoteDialog({ draft, log, close }: Props) {
  const note = 'id' in draft ? draft : null;
  const { calendar } = time.value;
  const beganS = 'id' in draft ? draft.ts : draft.tS;
  const atFirst = fieldText(beganS, calendar);
  const text = useSignal(note?.text ?? '');
  const moment = useSignal(atFirst);
  const isSure = useSignal(false);
  const task = useTask<void>();
  const isAhead = (momentOf(moment.value, calendar) ?? 0) > stationNowS();
  const done = async (): Promise<void> => {
    await log.again();
    close();
  };
  const save = (): void => {
    const words = text.peek().trim();
    const tS = momentOf(moment.peek(), calendar);
    if (words === '' || tS === null || isAhead) return;
    // A minute that nobody changed keeps its seconds.
    const isMoved = moment.peek() !== atFirst;
    void task.run(async () => {
      if (note) await patch(`/api/notes/${note.id}`, { text: words, ...(isMoved && { ts: tS }) });
      else await post('/api/notes', { text: words, ts: isMoved ? tS : beganS });
      await done();
    });
  };
  const erase = (): void => {
    if (!isSure.peek()) {
      isSure.value = true;
      return;
    }
    void task.run(async () => {
      await remove(`/api/notes/${note!.id}`);
      await done();
    });
  };
  return (
    <Dialog class="ask note" close={close} labelledBy="note-title">
      <h2 id="note-title">{note ? t.history.notes.titleOf : t.history.notes.title}</h2>
      <label>
        <span class="muted">{t.history.notes.text}</span>
        <textarea
          dir="auto"
          rows={3}
          maxLength={LIMITS.noteLetters}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <p class="muted">{t.history.notes.left({ n: LIMITS.noteLetters - text.value.length })}</p>
      <label>
        <span class="muted">{t.history.notes.when}</span>
        <input
          type="datetime-local"
          max={fieldText(stationNowS(), calendar)}
          value={moment.value}
          onInput={(event) => {
            moment.value = event.currentTarget.value;
          }}
        />
      </label>
      <p class="refusal" role="status">
        {isAhead ? t.history.notes.inFuture : task.problem.value}
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {t.history.notes.cancel}
        </button>
        <button
          type="button"
          class="button strong"
          disabled={text.value.trim() === '' || isAhead || task.busy.value}
          onClick={save}
        >
          {t.history.notes.save}
        </button>
        {note && (
          <button type="button" class="button quiet" disabled={task.busy.value} onClick={erase}>
            {isSure.value ? t.history.notes.sure : t.history.notes.remove}
          </button>
        )}
      </div>
    </Dialog>
  );
}
