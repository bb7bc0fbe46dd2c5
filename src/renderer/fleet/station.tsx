import type { FleetStation } from '../../contract/fleet.ts';
import { HORIZON_LABELS, HORIZONS_S, TARGETS } from '../../contract/names.ts';
import { units } from '../kit/browser-choices.ts';
import { DASH, duration, number, share, withUnit } from '../kit/format.ts';
import { COMMA } from '../kit/language.ts';
import { leadText } from '../kit/lead-text.ts';
import { DataTable } from '../kit/parts/data-table.tsx';
import { type Fact, Facts } from '../kit/parts/facts.tsx';
import { heard, isSilent, keptText, nowS, stations, time } from './fleet.ts';
import { Health } from './health.tsx';
import { Measured } from './measured.tsx';
import { route, toTab } from './route.ts';
import { t } from './texts/fleet.ts';

/** Page of one station: how it is, what it measures, how good its forecasts are. */
export function Station() {
  const { id } = route.value;
  const station = stations.value.find((one) => one.id === id);
  if (!station) return <p class="empty-note">{t.fleet.gone}</p>;
  return (
    <>
      <section>
        <p>
          <a href={toTab('list')}>{t.fleet.allStations}</a>
        </p>
        <h2>
          <bdi>{station.name}</bdi>{' '}
          <span class="plain">
            {station.id}
            {station.simulated && ` · ${t.header.simulated}`}
          </span>
        </h2>
        <Notes of={station} />
        <Present of={station} />
      </section>
      <Measured of={station} />
      <Skills of={station} />
    </>
  );
}

function Notes({ of }: { of: FleetStation }) {
  const said = [
    of.revoked && t.fleet.revokedNote,
    of.shared && t.fleet.sharedNote,
    of.last_row_ts === null
      ? t.fleet.neverHeard
      : isSilent(of, nowS.value) && t.fleet.silentFor({ age: duration(nowS.value - of.last_row_ts) }),
    of.backlog_rows && t.fleet.waiting({ n: of.backlog_rows }),
    ...TARGETS.filter((one) => of.neighbours[one]?.suspect).map((one) =>
      t.labelled({ label: t.quantities[one], text: t.fleet.suspect }),
    ),
  ].filter((text) => typeof text === 'string');
  return said.map((text) => <p key={text}>{text}</p>);
}

function Present({ of }: { of: FleetStation }) {
  const health = (
    <span class={isSilent(of, nowS.value) ? 'old' : ''}>
      <Health of={of.health} />
    </span>
  );
  const facts: Fact[] = [
    [t.fleet.columns.health, health],
    [t.fleet.columns.seen, heard(of, nowS.value)],
    ...TARGETS.map((one): Fact => [t.quantities[one], withUnit(one, of[one], units.value)]),
    ...TARGETS.map(
      (one): Fact => [
        t.labelled({ label: t.fleet.columns.neighbours, text: t.quantities[one] }),
        withUnit(`${one}Step`, of.neighbours[one]?.difference, units.value),
      ],
    ),
    [t.fleet.columns.alarms, number(of.alarms)],
    [t.fleet.columns.backlog, number(of.backlog_rows)],
    [t.fleet.columns.version, of.version ?? DASH],
    [t.fleet.station.position, of.latitude === null ? DASH : number(of.latitude, 2) + COMMA + number(of.longitude, 2)],
    [t.fleet.station.added, time.dayAndMonth(of.added_ts)],
    [t.fleet.manage.kept, keptText(of.keep_days)],
    ...(of.group === null ? [] : [[t.fleet.manage.group, of.group] as const]),
    ...(of.place === null ? [] : [[t.headings.place, of.place] as const]),
  ];
  const lonely = TARGETS.every((one) => of.neighbours[one] === null);
  return (
    <>
      <Facts of={facts} />
      {lonely && !isSilent(of, nowS.value) && <p class="muted">{t.fleet.neighboursNeeded}</p>}
    </>
  );
}

function Skills({ of }: { of: FleetStation }) {
  if (TARGETS.every((one) => Object.keys(of.skill[one]).length === 0)) return null;
  return (
    <section>
      <h2>{t.fleet.station.skill}</h2>
      <DataTable
        caption={t.fleet.station.skill}
        columns={[
          { head: t.fleet.station.horizon, cell: leadText },
          ...TARGETS.map((one) => ({
            head: t.quantities[one],
            cell: (horizonS: number) => share(of.skill[one][HORIZON_LABELS[horizonS]!], 0, true),
          })),
        ]}
        rows={HORIZONS_S}
      />
    </section>
  );
}
