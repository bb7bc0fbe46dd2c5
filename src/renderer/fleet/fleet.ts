import { computed, signal } from '@preact/signals';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Fleet, FleetStation, HubHealth } from '../../contract/fleet.ts';
import type { ApiProblem } from '../kit/data/api.ts';
import { duration } from '../kit/format.ts';
import { zoneTime } from '../kit/time.ts';
import { catchUp, resource } from './ask.ts';
import { asked, mustLogIn, session } from './session.ts';
import { t } from './texts/fleet.ts';

/** Stations of the fleet; null while their reader must log in first. */
export const fleet = resource<Fleet>(() => (session.value !== null && !mustLogIn.value ? '/api/fleet' : null), 30);
const hub = resource<HubHealth>(() => '/api/health', 30);
/** Health of the hub and its engine; the hub answers 503 with it while its engine is down or full. */
export const health = computed(() => (hub.problem.value?.body ?? hub.value.value) as Partial<HubHealth> | null);

/** Zone of the reader: a fleet has none of its own. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const time = zoneTime(zone);

export const stations = computed<readonly FleetStation[]>(() => fleet.value.value?.stations ?? []);
export const groups = computed(() => [...new Set(stations.value.flatMap(({ group }) => group ?? []))].sort());
/** Now by the hub's clock, so that ages do not depend on this machine's. */
export const nowS = computed(() => (fleet.value.value ?? health.value)?.now_ts ?? 0);

/** A row is sent ten minutes after its bucket closes; after an hour something is wrong. */
const SILENT_AFTER_S = HOUR_S;

/** Silence is judged by the rows: a station that answers and measures nothing is silent, too. */
export const isSilent = ({ last_row_ts: rowS }: FleetStation, now: number): boolean =>
  rowS === null || now - rowS > SILENT_AFTER_S;
export const isSuspect = ({ neighbours }: FleetStation): boolean =>
  Object.values(neighbours).some((one) => one?.suspect === true);
export const keptText = (days: number | null): string =>
  days === null ? t.fleet.manage.forEver : t.fleet.manage.keptDays({ n: days });
/** Whether a station needs attention; a revoked one does not. */
export const needsALook = (station: FleetStation, now: number): boolean =>
  !station.revoked &&
  (station.health === 'warn' ||
    station.health === 'fault' ||
    (station.alarms ?? 0) > 0 ||
    isSuspect(station) ||
    station.shared ||
    isSilent(station, now));

/** `5 min`, `3 d`, `never`. Weeks are told in days: nobody should have to ask which. */
export const heard = ({ last_seen_ts: seenS }: FleetStation, now: number): string =>
  seenS === null ? t.fleet.never : t.header.ago({ age: duration(Math.max(0, now - seenS)) });

/** `no reading for 2 h`, of a station that is heard and measures nothing: "6 s ago" alone would not say why it is silent. */
export function mute(station: FleetStation, now: number): string | null {
  const { last_seen_ts: seenS, last_row_ts: rowS, backlog_rows: backlog } = station;
  if (rowS === null || seenS === null || seenS - rowS <= SILENT_AFTER_S) return null;
  return backlog ? null : t.header.noReading({ age: duration(now - rowS) }); // with a backlog it measures, and sends late
}

const since = (tS: number): string => (nowS.value - tS > DAY_S / 2 ? time.dateAndClock(tS) : time.clock(tS));

/** Problem as a sentence; `away` where hub or database is down, or out of reach. What they answer then is not for readers. */
export const whyNot = ({ status, message }: ApiProblem, away = t.fleet.away): string =>
  [0, 502, 504].includes(status) ? away : t.problem.refused({ detail: message });

/** Age from which the page tells how old its picture of the fleet is. */
const TOLD_AFTER_S = 60;

/** Problems of the hub and its engine, most important first. */
export const notices = computed<readonly string[]>(() => {
  const problem = asked.problem.value ?? (mustLogIn.value ? null : fleet.problem.value);
  const said: string[] = [];
  if (problem) said.push(whyNot(problem, t.fleet.hubSilent));
  const engine = health.value?.engine;
  if (engine?.state === 'down') said.push(t.fleet.engineDown({ since: since(engine.since_ts) }));
  if (engine?.state === 'full') said.push(t.fleet.engineFull({ since: since(engine.since_ts) }));
  const staleS = fleet.value.value?.stale_s ?? 0;
  if (staleS >= TOLD_AFTER_S) said.push(t.fleet.stale({ age: duration(staleS) }));
  return said;
});

export const filter = signal('');

export function followTheFleet(): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && catchUp.value++);
  hub.join();
  asked.join();
  fleet.join();
}
