import { time } from '../../data/station.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { t } from '../../texts.ts';
import type { HistoryModel } from './model.ts';

const MOST = 30;

/** The marks in words. */
export function EventList({ model }: { model: HistoryModel }) {
  model.events.use();
  const { fromS, toS } = model.resting.value;
  const seen = model.marks.value.filter(({ ts }) => ts >= fromS && ts <= toS);
  return (
    <section>
      <h2>{t.history.events}</h2>
      {seen.length === 0 ? (
        <p class="empty-note">{t.history.noEvents}</p>
      ) : (
        <DataTable
          caption={t.history.events}
          class="words"
          columns={[
            { head: t.chart.time, cell: ({ ts }) => time.value.dateAndClock(ts) },
            { head: t.history.kind, cell: ({ kind }) => t.eventKinds[kind] },
            { head: t.history.detail, cell: ({ detail }) => detail },
          ]}
          rows={seen.slice(0, MOST)}
        />
      )}
    </section>
  );
}
