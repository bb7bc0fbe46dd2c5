import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { EventRecord } from '../../../contract/events.ts';
import type { Note } from '../../../contract/notes.ts';
import { time } from '../../kit/data/station.ts';
import { Button } from '../../kit/parts/button.tsx';
import { DataTable } from '../../kit/parts/data-table.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { t } from '../texts/history.ts';
import type { HistoryModel } from './model.ts';
import { Moment } from './moment.tsx';
import { NoteDialog } from './notes/write-note.tsx';

const AT_FIRST = 30;
const MORE = 100;

/** List of events and notes, newest first; older ones on request. */
export function EventList({ model }: { model: HistoryModel }) {
  const most = useSignal(AT_FIRST);
  const edited = useSignal<Note | null>(null);
  const { fromS, toS } = model.resting.value;
  const known = model.log.events.value;
  const inSight = ({ ts }: { ts: number }): boolean => ts >= fromS && ts <= toS;
  const events = (known ?? []).filter(inSight);
  const isCut = model.log.lacks(model.resting.value);
  const seen = merged(events, model.notes.of.value.notes.filter(inSight), isCut);
  const list = useRef<HTMLElement>(null);
  /** Rows that were there when more were asked for. */
  const before = useRef(0);
  const goOn = (): void => {
    before.current = Math.min(seen.length, most.value);
    most.value += MORE;
    if (events.length < most.value && isCut) void model.readOn();
  };
  // While older pages are missing, an empty list does not mean that there is nothing.
  const hasMore = seen.length > most.value || isCut;
  // With the last rows the button goes, and its focus: the first of these rows gets it.
  useEffect(() => {
    if (hasMore || before.current === 0 || document.activeElement !== document.body) return;
    const rows = [...list.current!.querySelectorAll('th button')] as HTMLElement[];
    (rows[before.current] ?? rows.at(-1))?.focus({ preventScroll: true });
  }, [hasMore]);
  return (
    <section class="events" ref={list} {...waitsFor({ value: model.log.events, problem: model.problem })}>
      <h2>{t.history.events}</h2>
      {known && seen.length === 0 && !hasMore && <p class="empty-note">{t.history.noEvents}</p>}
      {seen.length > 0 && (
        <DataTable
          caption={t.history.events}
          class="words"
          columns={[
            {
              head: t.chart.time,
              cell: ({ ts }) => <Moment text={time.value.dateAndClock(ts)} show={() => model.visit(ts)} />,
            },
            {
              head: t.history.kind,
              cell: (row) => ('text' in row ? t.history.notes.note : t.eventKinds[row.kind]),
            },
            {
              head: t.headings.details,
              cell: (row) =>
                'text' in row ? <Words of={row} edit={() => (edited.value = row)} /> : <bdi>{row.detail}</bdi>,
            },
          ]}
          rows={seen.slice(0, most.value)}
        />
      )}
      {hasMore && (
        <p>
          <Button name={t.history.moreEvents} onClick={goOn} />
        </p>
      )}
      {edited.value && <NoteDialog draft={edited.value} model={model} close={() => (edited.value = null)} />}
    </section>
  );
}

/** Events and notes, newest first. A note that is older than the last event fetched waits for those between. */
function merged(events: readonly EventRecord[], notes: readonly Note[], hasMore: boolean): (EventRecord | Note)[] {
  const knownFromS = hasMore ? (events.at(-1)?.ts ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY;
  const told = notes.filter(({ ts }) => ts >= knownFromS);
  return [...events, ...told].sort((a, b) => b.ts - a.ts);
}

/** Text of a note, always as plain text, with its edit button. */
const Words = ({ of: { text }, edit }: { of: Note; edit: () => void }) => (
  <span class="note-words">
    <bdi>{text}</bdi>
    <Button
      name={t.history.notes.edit}
      onClick={edit}
      aria-label={t.labelled({ label: t.history.notes.edit, text: text.slice(0, 40) })}
    />
  </span>
);
