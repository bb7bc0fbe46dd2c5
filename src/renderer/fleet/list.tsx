import { computed, signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { FleetStation } from '../../contract/fleet.ts';
import { TARGETS, type Target } from '../../contract/names.ts';
import { DASH, number, stepOf, withUnit } from '../format.ts';
import { locale } from '../language.ts';
import { focusable } from '../parts/focusable.ts';
import { Segments } from '../parts/segments.tsx';
import { units } from '../settings.ts';
import { filter, heard, isSilent, nowS, stations } from './fleet.ts';
import { Health } from './health.tsx';
import { toStation } from './route.ts';
import { COLUMNS, type ColumnName, chosen, type Group, type Order, sorted } from './sorting.ts';
import { t } from './texts/fleet.ts';

/** Rows shown at first and added by each "more": a thousand at once would freeze the page for half a second. */
const ROWS = 100;

const group = signal<Group>('all');
const order = signal<Order>({ by: 'name', isDown: false });
const listed = computed(() =>
  sorted(chosen(stations.value, filter.value, group.value, nowS.value), order.value, locale),
);

const isTarget = (name: ColumnName): name is Target => (TARGETS as readonly string[]).includes(name);
const headOf = (name: ColumnName): string => (isTarget(name) ? t.targets[name] : t.fleet.columns[name]);

const scrolling = { ...focusable, role: 'region' as const, 'aria-label': t.fleet.views.list };

export function List() {
  const shown = useSignal(ROWS);
  const rows = listed.value;
  if (stations.value.length === 0) return <p class="empty-note">{t.fleet.none}</p>;
  const narrow = (change: () => void): void => {
    change();
    shown.value = ROWS;
  };
  return (
    <section>
      <div class="row">
        <input
          class="entry"
          type="search"
          aria-label={t.fleet.filter}
          placeholder={t.fleet.filter}
          value={filter.value}
          onInput={(event) =>
            narrow(() => {
              filter.value = event.currentTarget.value;
            })
          }
        />
        <Segments
          label={t.fleet.which}
          value={group.value}
          choose={(choice) =>
            narrow(() => {
              group.value = choice;
            })
          }
          choices={t.fleet.groups}
        />
        <span class="muted" role="status">
          {rows.length < stations.value.length &&
            t.fleet.of({ shown: number(rows.length), all: number(stations.value.length) })}
        </span>
      </div>
      {rows.length === 0 ? (
        <p class="empty-note">{t.fleet.noMatch}</p>
      ) : (
        <div class="table-scroll wide" {...scrolling}>
          <table>
            <caption class="sr-only">{t.fleet.views.list}</caption>
            <thead>
              <tr>
                {COLUMNS.map((name) => (
                  <Head key={name} name={name} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown.value).map((station) => (
                <Row key={station.id} station={station} now={nowS.value} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > shown.value && (
        <button
          type="button"
          class="button"
          onClick={() => {
            shown.value += ROWS;
          }}
        >
          {t.fleet.more({ n: number(Math.min(ROWS, rows.length - shown.value)) })}
        </button>
      )}
    </section>
  );
}

function Head({ name }: { name: ColumnName }) {
  const { by, isDown } = order.value;
  const isThis = by === name;
  return (
    <th
      scope="col"
      data-column={name}
      {...(isThis && { 'aria-sort': isDown ? ('descending' as const) : ('ascending' as const) })}
    >
      <button
        type="button"
        class="sort"
        title={t.fleet.sortBy({ column: headOf(name) })}
        onClick={() => {
          order.value = { by: name, isDown: isThis ? !isDown : name !== 'name' };
        }}
      >
        {headOf(name)}
        <svg viewBox="0 0 10 10" aria-hidden="true" class={isThis ? (isDown ? 'down' : 'up') : 'off'}>
          <path d="M1 7 5 3l4 4" />
        </svg>
      </button>
    </th>
  );
}

function Row({ station, now }: { station: FleetStation; now: number }) {
  const cell = (name: ColumnName, children: ComponentChildren) => (
    <td data-column={name} data-head={headOf(name)}>
      {children}
    </td>
  );
  return (
    <tr class={station.revoked || isSilent(station, now) ? 'old' : ''}>
      <th scope="row">
        <a href={toStation(station.id)}>{station.name}</a>
        {station.revoked && <span class="muted"> {t.fleet.revoked}</span>}
        {station.simulated && <span class="muted"> {t.header.simulated}</span>}
      </th>
      {cell('seen', heard(station, now))}
      {TARGETS.map((target) => (
        <td key={target} data-head={headOf(target)} class={`${target}-text`}>
          {withUnit(target, station[target], units.value)}
        </td>
      ))}
      {cell('neighbours', <Neighbours of={station} />)}
      {cell('health', <Health of={station.health} />)}
      {cell('version', station.version ?? DASH)}
      {cell('backlog', number(station.backlog_rows))}
      {cell('alarms', number(station.alarms))}
    </tr>
  );
}

/** The difference in temperature, and what does not fit, by name. */
function Neighbours({ of: { neighbours } }: { of: FleetStation }) {
  const suspects = TARGETS.filter((target) => neighbours[target]?.suspect);
  const difference = withUnit(stepOf('temperature'), neighbours.temperature?.difference, units.value);
  if (suspects.length === 0) return difference;
  return (
    <span class="suspect" title={t.fleet.suspect}>
      {suspects.map((target) => t.targets[target]).join(', ')}
      <span class="sr-only"> {t.fleet.suspect}</span>
    </span>
  );
}
