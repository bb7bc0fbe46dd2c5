import { useSignal } from '@preact/signals';
import type { AuditAnswer } from '../../../contract/fleet-people.ts';
import { DASH } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { Answered } from '../answered.tsx';
import { useResource } from '../ask.ts';
import { Search } from '../fields.tsx';
import { time } from '../fleet.ts';
import { t } from '../texts/fleet.ts';
import { TextsTable } from '../texts-table.tsx';

type Entry = AuditAnswer['entries'][number];

/** Audit log: who did what to which station, newest first. */
export function AuditLog() {
  const of = useSignal('');
  const answer = useResource<AuditAnswer>(
    () => `/api/manage/audit?${new URLSearchParams({ of: of.value.trim() })}`,
    30,
  );
  return (
    <section>
      <div class="row">
        <Search
          label={t.fleet.audit.to}
          value={of.value}
          onChange={(event) => (of.value = event.currentTarget.value)}
        />
      </div>
      <Answered of={answer}>
        {({ entries }) => (
          <TextsTable
            caption={t.fleet.views.audit}
            none={t.fleet.audit.none}
            columns={[
              { head: t.chart.time, cell: ({ ts }) => time.dateAndClock(ts) },
              {
                head: t.fleet.audit.who,
                cell: ({ who, by }) => <bdi>{by === 'command' ? t.fleet.audit.command({ who: who ?? '' }) : who}</bdi>,
              },
              { head: t.fleet.audit.did, cell: ({ did }) => t.fleet.audit.deeds[did] },
              { head: t.fleet.audit.to, cell: (entry) => apart(stationsOf(entry)) },
              { head: t.fleet.audit.more, cell: ({ what }) => apart(detailsOf(what)) },
            ]}
            rows={entries}
          />
        )}
      </Answered>
    </section>
  );
}

const apart = (text: string) => text !== '' && <bdi>{text}</bdi>;

/** Subject of a deed: a station or person, or the first of many: `north, south, … (502)`. */
function stationsOf({ to, many }: Entry): string {
  if (many === undefined) return to ?? '';
  const more = many.count > many.logins.length ? ['…'] : [];
  return `${[...many.logins, ...more].join(COMMA)} (${many.count})`;
}

/** Details of a deed: `North → South`, `1.5.0, 10`. */
function detailsOf({ before, after, id: _, ...rest }: NonNullable<Entry['what']> = {}): string {
  const isChange = after !== undefined;
  const change = isChange ? [`${before ?? DASH} → ${after ?? DASH}`] : before === undefined ? [] : [before];
  return [...change, ...Object.values(rest)].filter((one) => one !== null && one !== '').join(COMMA);
}
