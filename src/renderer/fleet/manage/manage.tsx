import { useSignal } from '@preact/signals';
import type { FleetStation } from '../../../contract/fleet.ts';
import { locale } from '../../language.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { filter, stations } from '../fleet.ts';
import { toStation } from '../route.ts';
import { may, session } from '../session.ts';
import { chosen as matching, sorted } from '../sorting.ts';
import { t } from '../texts/fleet.ts';
import { Add } from './add.tsx';
import { Change } from './change.tsx';
import { Keys } from './keys.tsx';
import { Waves } from './waves.tsx';

/** Rows shown: whoever manages more finds them by group or name. */
const ROWS = 500;

/** Stations of an operator, or of a teacher's groups: chosen by ticks, changed one or all. */
export function Manage() {
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  const groups = session.value?.groups ?? [];
  const isOperator = may('enrol-stations') === 'all';
  const mine = stations.value.filter(({ group }) => isOperator || (group !== null && groups.includes(group)));
  const shown = sorted(matching(mine, filter.value, 'all', 0), { by: 'name', isDown: false }, locale).slice(0, ROWS);
  const tick = (id: string, isOn: boolean): void => {
    const next = new Set(ticked.value);
    if (isOn) next.add(id);
    else next.delete(id);
    ticked.value = next;
  };
  const isAll = shown.length > 0 && shown.every(({ id }) => ticked.value.has(id));
  return (
    <>
      <Keys />
      <section class="no-print">
        {isOperator && <Add />}
        <Change chosen={ticked} />
        <div class="row">
          <input
            class="entry"
            type="search"
            aria-label={t.fleet.filter}
            placeholder={t.fleet.filter}
            value={filter.value}
            onInput={(event) => (filter.value = event.currentTarget.value)}
          />
          <label class="tick">
            <input
              type="checkbox"
              checked={isAll}
              onChange={() => (ticked.value = new Set(isAll ? [] : shown.map(({ id }) => id)))}
            />
            {t.fleet.manage.all}
          </label>
        </div>
        <DataTable
          class="texts"
          needs="wide"
          caption={t.fleet.views.manage}
          columns={[
            {
              head: t.fleet.columns.name,
              cell: ({ id, name, revoked }: FleetStation) => (
                <label class="tick">
                  <input
                    type="checkbox"
                    aria-label={t.fleet.manage.pick({ name })}
                    checked={ticked.value.has(id)}
                    onChange={({ currentTarget: { checked } }) => tick(id, checked)}
                  />
                  <bdi>{name}</bdi>
                  {revoked && <span class="muted">{t.fleet.revoked}</span>}
                </label>
              ),
            },
            { head: t.fleet.manage.login, cell: ({ id }) => <a href={toStation(id)}>{id}</a> },
            { head: t.fleet.manage.group, cell: ({ group }) => group },
            { head: t.fleet.manage.place, cell: ({ place }) => place },
            { head: t.fleet.manage.public, cell: (one) => one.published && <Links of={one} /> },
          ]}
          rows={shown}
        />
        {isOperator && <Waves />}
      </section>
    </>
  );
}

const Links = ({ of: { id } }: { of: FleetStation }) => (
  <>
    <a href={`/public/${id}`}>{t.fleet.manage.page}</a> · <a href={`/card/${id}`}>{t.fleet.manage.card}</a>
  </>
);
