import { useSignal } from '@preact/signals';
import { time } from '../../data/station.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { t } from '../../texts/history.ts';
import type { HistoryModel } from './model.ts';
import { Moment } from './moment.tsx';

const AT_FIRST = 30;
const MORE = 100;

/** The marks in words, as far back as one cares to read. */
export function EventList({ model }: { model: HistoryModel }) {
  const most = useSignal(AT_FIRST);
  const { fromS, toS } = model.resting.value;
  const known = model.log.events.value;
  const seen = (known ?? []).filter(({ ts }) => ts >= fromS && ts <= toS);
  const goOn = (): void => {
    most.value += MORE;
    if (seen.length < most.value && model.log.hasMore.value) void model.readOn();
  };
  // While older pages are missing, an empty list proves nothing.
  const hasMore = seen.length > most.value || model.log.hasMore.value;
  return (
    <section class="events" {...waitsFor({ value: model.log.events, problem: model.problem })}>
      <h2>{t.history.events}</h2>
      {known && seen.length === 0 && !hasMore && <p class="empty-note">{t.history.noEvents}</p>}
      {seen.length > 0 && (
        <DataTable
          caption={t.history.events}
          class="words"
          columns={[
            {
              head: t.chart.time,
              cell: ({ ts }) => <Moment model={model} tS={ts} text={time.value.dateAndClock(ts)} />,
            },
            { head: t.history.kind, cell: ({ kind }) => t.eventKinds[kind] },
            { head: t.history.detail, cell: ({ detail }) => detail },
          ]}
          rows={seen.slice(0, most.value)}
        />
      )}
      {hasMore && (
        <p>
          <button type="button" class="button" onClick={goOn}>
            {t.history.moreEvents}
          </button>
        </p>
      )}
    </section>
  );
}
