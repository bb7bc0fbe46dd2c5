import { useSignal } from '@preact/signals';
import type { AuditAnswer } from '../../../contract/fleet-people.ts';
import { COMMA } from '../../language.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { useResource } from '../ask.ts';
import { time } from '../fleet.ts';
import { t } from '../texts/fleet.ts';

/** Audit log: who did what to which station, newest first. */
export function AuditLog() {
  const of = useSignal('');
  const answer = useResource<AuditAnswer>(
    () => `/api/manage/audit?${new URLSearchParams({ of: of.value.trim() })}`,
    30,
  );
  const rows = answer.value.value?.entries ?? [];
  return (
    <section>
      <div class="row">
        <input
          class="entry"
          type="search"
          aria-label={t.fleet.audit.to}
          placeholder={t.fleet.audit.to}
          value={of.value}
          onChange={(event) => (of.value = event.currentTarget.value)}
        />
      </div>
      {rows.length === 0 ? (
        <p class="empty-note">{t.fleet.audit.none}</p>
      ) : (
        <DataTable
          class="texts"
          needs="wide"
          caption={t.fleet.views.audit}
          columns={[
            { head: t.fleet.audit.time, cell: ({ ts }) => time.dateAndClock(ts) },
            {
              head: t.fleet.audit.who,
              cell: ({ who, by }) => <bdi>{by === 'command' ? t.fleet.audit.command({ who: who ?? '' }) : who}</bdi>,
            },
            { head: t.fleet.audit.did, cell: ({ did }) => t.fleet.audit.deeds[did] },
            { head: t.fleet.audit.to, cell: ({ to }) => <bdi>{to}</bdi> },
            {
              head: t.fleet.audit.more,
              cell: ({ what = {} }) => (
                <bdi>
                  {Object.values(what)
                    .filter((one) => one !== null && one !== '')
                    .join(COMMA)}
                </bdi>
              ),
            },
          ]}
          rows={rows}
        />
      )}
    </section>
  );
}
