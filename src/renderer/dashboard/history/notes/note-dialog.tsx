import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { messageOf } from '../../../../base/system-error.ts';
import { LIMITS } from '../../../../contract/names.ts';
import type { Note } from '../../../../contract/notes.ts';
import { forget, read, write } from '../../../kit/browser-choices.ts';
import { GivenUp } from '../../../kit/data/api.ts';
import { patch, post, remove, stationNowS } from '../../../kit/data/station.ts';
import { useTask } from '../../../kit/data/task.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Dialog } from '../../../kit/parts/dialog.tsx';
import { SureButton } from '../../../kit/parts/sure-button.tsx';
import { t } from '../../texts/history.ts';
import type { HistoryModel } from '../model.ts';
import { useMoment } from '../moment-field.tsx';
import { unsaved } from './unsaved.ts';

/** A note that is there, or one that is to be written beside this moment. */
export type Draft = Note | { tS: number };

interface Props {
  draft: Draft;
  model: HistoryModel;
  close: () => void;
}

/** Words beside a moment: written, changed or deleted. */
export default function NoteDialog({ draft, model, close }: Props) {
  const note = 'id' in draft ? draft : null;
  const beganS = 'id' in draft ? draft.ts : draft.tS;
  /** Storage key of words that were neither saved nor cancelled: the tab keeps them, whatever closed the dialog. */
  const keptAs = `weatherglass.note-${note?.id ?? 'new'}`;
  const begun = (): string | null => read(keptAs, 'sessionStorage');
  const keep = (words: string): void => write(keptAs, words, 'sessionStorage');
  const drop = (): void => forget(keptAs, 'sessionStorage');
  const text = useSignal(begun() ?? note?.text ?? '');
  const { tS, written, field } = useMoment(t.history.notes.when, beganS);
  const task = useTask<void>();
  const isAhead = 60 * Math.floor((tS ?? 0) / 60) > stationNowS(); // by the minute, as it is written
  const isShut = text.value.trim() === '' || tS === null || isAhead;
  const isOpen = useRef(true);
  const isCancelled = useRef(false);
  useEffect(() => {
    unsaved.value = null;
    return () => (isOpen.current = false);
  }, []);
  const end = (): void => {
    isCancelled.current = true;
    drop();
    close();
  };
  const done = (): void => {
    model.reload();
    close();
  };
  /** Saves the note. While that is on its way its words are no draft: a dialog that is opened meanwhile is empty, and keeps its own. */
  const save = (): void => {
    const words = text.peek().trim();
    if (words === '' || tS === null || isAhead) return;
    drop();
    void task.run(async () => {
      try {
        if (note) await patch(`/api/notes/${note.id}`, { text: words, ...(tS !== beganS && { ts: tS }) });
        else await post('/api/notes', { text: words, ts: tS });
      } catch (error) {
        if (isCancelled.current) return;
        if (begun() === null) keep(text.peek());
        if (!isOpen.current && !(error instanceof GivenUp)) unsaved.value = messageOf(error);
        throw error;
      }
      done();
    });
  };
  const erase = (): void =>
    void task.run(async () => {
      await remove(`/api/notes/${note!.id}`);
      drop();
      done();
    });
  return (
    <Dialog class="ask note" close={close} title={note ? t.history.notes.titleOf : t.history.notes.note}>
      <label>
        <span class="muted">{t.history.notes.text}</span>
        <textarea
          dir="auto"
          rows={3}
          maxLength={LIMITS.noteLetters}
          value={text.value}
          onInput={({ currentTarget: { value } }) => {
            text.value = value;
            keep(value);
          }}
        />
      </label>
      <p class="muted">{t.history.notes.left({ n: LIMITS.noteLetters - text.value.length })}</p>
      {field}
      <p class="refusal" role="status">
        {isAhead
          ? t.history.notes.inFuture
          : tS === null && written.value !== ''
            ? t.history.noSuchTime
            : task.problem.value}
      </p>
      <div class="buttons">
        <Button name={t.buttons.cancel} onClick={end} />
        <Button kind="strong" name={t.buttons.save} disabled={isShut} isBusy={task.busy.value} onClick={save} />
        {note && (
          <SureButton
            kind="quiet"
            name={t.history.notes.remove}
            sure={t.buttons.sure}
            isBusy={task.busy.value}
            act={erase}
          />
        )}
      </div>
    </Dialog>
  );
}
