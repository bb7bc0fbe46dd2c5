import { computed, type Signal, signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { FleetStation } from '../../contract/fleet.ts';
import { perTarget, TARGETS, type Target } from '../../contract/names.ts';
import { units } from '../kit/browser-choices.ts';
import { DASH, number, stepOf, withUnit } from '../kit/format.ts';
import { COMMA, locale } from '../kit/language.ts';
import { Button } from '../kit/parts/button.tsx';
import { DataTable } from '../kit/parts/data-table.tsx';
import { Segments } from '../kit/parts/segments.tsx';
import type { Column } from '../kit/parts/table.tsx';
import { Search } from './fields.tsx';
import { filter, heard, isSilent, mute, nowS, stations } from './fleet.ts';
import { Health } from './health.tsx';
import { toStation } from './route.ts';
import { COLUMNS, type ColumnName, chosen, GROUPS, type Group, type Order, sorted } from './sorting.ts';
import { t } from './texts/fleet.ts';

/** Rows shown at first and added by each "more": a thousand at once would freeze the page for half a second. */
const ROWS = 100;

const group = signal<Group>('all');
const order = signal<Order>({ by: 'name', isDown: false });
const listed = computed(() =>
  sorted(chosen(stations.value, filter.value, group.value, nowS.value), order.value, locale),
);

const isTarget = (name: ColumnName): name is Target => (TARGETS as readonly string[]).includes(name);
const headOf = (name: ColumnName): string => (isTarget(name) ? t.quantities[name] : t.fleet.columns[name]);

export function List() {
  const shown = useSignal(ROWS);
  const rows = listed.value;
  if (stations.value.length === 0) return <p class="empty-note">{t.fleet.none}</p>;
  const narrow = <T,>(by: Signal<T>, value: T): void => {
    [by.value, shown.value] = [value, ROWS];
  };
  return (
    <section>
      <div class="row">
        <Search
          label={t.fleet.filter}
          value={filter.value}
          onInput={({ currentTarget: { value } }) => narrow(filter, value)}
        />
        <Segments
          label={t.fleet.which}
          value={group.value}
          choose={(choice) => narrow(group, choice)}
          choices={t.fleet.groups}
          order={GROUPS}
        />
        <span class="muted" role="status">
          {rows.length < stations.value.length &&
            t.fleet.of({ shown: number(rows.length), all: number(stations.value.length) })}
        </span>
      </div>
      {rows.length === 0 ? (
        <p class="empty-note">{t.fleet.noMatch}</p>
      ) : (
        <DataTable
          caption={t.fleet.views.list}
          needs="wide"
          columns={COLUMNS.map(columnOf)}
          rows={rows.slice(0, shown.value)}
          rowClass={(station) => (station.revoked || isSilent(station, nowS.value) ? 'old' : '')}
        />
      )}
      {rows.length > shown.value && (
        <Button
          name={t.fleet.more({ n: number(Math.min(ROWS, rows.length - shown.value)) })}
          onClick={() => (shown.value += ROWS)}
        />
      )}
    </section>
  );
}

const CELLS: Readonly<Record<ColumnName, (station: FleetStation) => ComponentChildren>> = {
  name: (station) => {
    const silence = mute(station, nowS.value);
    return (
      <>
        <a href={toStation(station.id)}>{station.name}</a>
        {station.revoked && <span class="muted"> {t.fleet.revoked}</span>}
        {station.simulated && <span class="muted"> {t.header.simulated}</span>}
        {silence !== null && <span class="muted"> {silence}</span>}
      </>
    );
  },
  seen: (station) => heard(station, nowS.value),
  ...perTarget((target) => (station: FleetStation) => withUnit(target, station[target], units.value)),
  neighbours: (station) => <Neighbours of={station} />,
  health: (station) => <Health of={station.health} />,
  version: (station) => station.version ?? DASH,
  backlog: (station) => number(station.backlog_rows),
  alarms: (station) => number(station.alarms),
};

/** A column whose heading sorts by it. */
function columnOf(name: ColumnName): Column<FleetStation> {
  const { by, isDown } = order.value;
  const isThis = by === name;
  const head = headOf(name);
  const sort = () => (order.value = { by: name, isDown: isThis ? !isDown : name !== 'name' });
  return {
    head,
    cell: CELLS[name],
    th: { 'data-column': name, ...(isThis && { 'aria-sort': isDown ? 'descending' : 'ascending' }) },
    td: isTarget(name) ? { class: `${name}-text` } : { 'data-column': name },
    headCell: (
      <button type="button" class="sort" title={t.fleet.sortBy({ column: head })} onClick={sort}>
        {head}
        {isThis && (
          <svg viewBox="0 0 10 10" aria-hidden="true" class={isDown ? 'down' : 'up'}>
            <path d="M1 7 5 3l4 4" />
          </svg>
        )}
      </button>
    ),
  };
}

/** The difference in temperature, and what does not fit, by name. */
function Neighbours({ of: { neighbours } }: { of: FleetStation }) {
  const suspects = TARGETS.filter((target) => neighbours[target]?.suspect);
  const difference = withUnit(stepOf('temperature'), neighbours.temperature?.difference, units.value);
  if (suspects.length === 0) return difference;
  return (
    <span class="suspect" title={t.fleet.suspect}>
      {suspects.map((target) => t.quantities[target]).join(COMMA)}
      <span class="sr-only"> {t.fleet.suspect}</span>
    </span>
  );
}
