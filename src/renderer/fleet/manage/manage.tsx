import { useSignal } from '@preact/signals';
import type { FleetStation } from '../../../contract/fleet.ts';
import { number } from '../../kit/format.ts';
import { COMMA, locale } from '../../kit/language.ts';
import { Search, Tick } from '../fields.tsx';
import { filter, health, keptText, stations } from '../fleet.ts';
import { beginAction } from '../form.tsx';
import { toStation } from '../route.ts';
import { may, session } from '../session.ts';
import { chosen as matching, sorted } from '../sorting.ts';
import { t } from '../texts/fleet.ts';
import { TextsTable } from '../texts-table.tsx';
import { Add } from './add.tsx';
import { Change } from './change.tsx';
import { Keys } from './keys.tsx';
import { Waves } from './waves.tsx';

/** Rows shown; the others are found by group or name. */
const ROWS = 500;

/** Stations of an operator, or of a teacher's groups: chosen by ticks, changed one or all. */
export function Manage() {
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  const groups = session.value?.groups ?? [];
  const isOperator = may('enrol-stations') === 'all';
  const mine = stations.value.filter(({ group }) => isOperator || (group !== null && groups.includes(group)));
  const shown = sorted(matching(mine, filter.value, 'all', 0), { by: 'name', isDown: false }, locale).slice(0, ROWS);
  const choose = (ids: readonly string[]): void => {
    beginAction();
    ticked.value = new Set(ids);
  };
  const tick = (id: string, isOn: boolean): void => choose([...ticked.value, id].filter((one) => isOn || one !== id));
  const chosen = mine.filter(({ id }) => ticked.value.has(id)).map(({ id }) => id);
  const isAll = shown.length > 0 && shown.every(({ id }) => ticked.value.has(id));
  return (
    <>
      {isOperator && <Keys />}
      <section class="no-print">
        {isOperator && <Add />}
        <Change logins={chosen} done={() => (ticked.value = new Set())} />
        <div class="row">
          <Search
            label={t.fleet.filter}
            value={filter.value}
            onInput={(event) => (filter.value = event.currentTarget.value)}
          />
          <Tick isOn={isAll} set={(isOn) => choose(isOn ? shown.map(({ id }) => id) : [])}>
            {t.fleet.manage.all}
          </Tick>
        </div>
        <TextsTable
          caption={t.fleet.views.manage}
          none={t.fleet.noMatch}
          columns={[
            {
              head: t.fleet.columns.name,
              cell: ({ id, name, revoked }: FleetStation) => (
                <Tick label={t.fleet.manage.pick({ name })} isOn={ticked.value.has(id)} set={(isOn) => tick(id, isOn)}>
                  <bdi>{name}</bdi>
                  {revoked && <span class="muted">{t.fleet.revoked}</span>}
                </Tick>
              ),
            },
            { head: t.fleet.manage.login, cell: ({ id }) => <a href={toStation(id)}>{id}</a> },
            { head: t.fleet.manage.group, cell: ({ group }) => group },
            { head: t.headings.place, cell: ({ place }) => place },
            { head: t.fleet.manage.kept, cell: ({ keep_days }) => keptText(keep_days) },
            { head: t.fleet.manage.public, cell: (one) => one.published && <Links of={one} /> },
          ]}
          rows={shown}
        />
        {isOperator && <Waves />}
        {isOperator && <NewerFields />}
      </section>
    </>
  );
}

const Links = ({ of: { id } }: { of: FleetStation }) => (
  <>
    <a href={`/public/${id}`}>{t.fleet.manage.page}</a> · <a href={`/card/${id}`}>{t.fleet.manage.card}</a>
  </>
);

/** Fields that only newer stations send. They are stored, and nobody sees them here. */
function NewerFields() {
  const counts = Object.entries(health.value?.newer_fields ?? {});
  if (counts.length === 0) return null;
  const fields = counts.map(([field, n]) => `${field} (${number(n)})`).join(COMMA);
  return <p>{t.fleet.manage.newer({ fields })}</p>;
}
