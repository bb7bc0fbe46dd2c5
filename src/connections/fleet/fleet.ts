import type { Config } from '../../config/config.ts';
import { databaseOf, FLEET_LIMITS, firstRevAfter } from '../../contract/fleet-line.ts';
import { type Idle, type Outcome, ours } from '../../sending/outcome.ts';
import { type Ports, portsTrusting } from '../../sending/ports.ts';
import type { DayPart } from '../../station/outbox/portion.ts';
import type { Batch, Sink } from '../sink.ts';
import { Delivery, isOfTheFuture } from './delivery.ts';
import { HubClient } from './hub.ts';
import { rowLine } from './lines.ts';
import { type FleetStation, SyncTasks } from './sync-tasks.ts';
import { WantedVersion } from './wanted-version.ts';

export interface FleetParts {
  config: Pick<Config, 'fleet' | 'site'>;
  ports: Ports;
  station: FleetStation;
  version: string;
}

/** Delay within which late samples arrive; rows that change later are sent again. */
const SETTLE_S = 600;
const ROWS = 288;

/** Revision of a day, or why it has none. */
type Numbered = { rev: number } | { outcome: Outcome };

/**
 * Sink of a fleet's hub. It gets the whole record, the newest hour first, and each changed day once more. A delivery counts when the hub
 * holds all of its values.
 */
export function fleetSink({ config: { fleet, site }, ports: ofTheStation, station, version }: FleetParts): Sink | Idle {
  const name = 'fleet';
  // A wish for an upgrade ends with its owner's refusal or the end of the fleet: a hub that is away cannot take it back.
  if (fleet.url === null || !fleet.upgrades) ofTheStation.upgrades?.want(null);
  if (fleet.url === null) return { name, enabled: false };
  const { login, secret_file: secretFile } = fleet;
  if (login === null) return { name, enabled: true, lacks: 'login' };
  const ports = portsTrusting(ofTheStation, fleet.ca_file);
  if (ports === null) return { name, enabled: true, lacks: 'ca_file' };
  const secretNow = () => (secretFile === null ? fleet.secret : ports.secret(secretFile));
  const secret = secretNow();
  if (secret === null) return { name, enabled: true, lacks: 'secret_file' };
  const { outbox } = station;
  const url = fleet.url.replace(/\/+$/, '');
  const receiver = `${login}@${url}`;
  const wanted = new WantedVersion(fleet.upgrades, version, ports.upgrades);
  const hub = new HubClient({ url, login, receiver, secretNow, version, ports, outbox, wanted }, secret);
  const delivery = new Delivery(hub, ports.clock, station.isSimulated);
  const settleS = () => SETTLE_S + hub.aheadS;
  const waiting = () => outbox.facts(name, { settleS: settleS(), corrects: true }).waiting;
  const syncTasks = new SyncTasks({ name, receiver, hub, station, site, version, wanted, clock: ports.clock, waiting });

  /** Waits while rows lie in the hub's future, which it would refuse; null when none do. */
  async function tooEarly({ rows }: Batch, signal: AbortSignal): Promise<Outcome | null> {
    const refused = await hub.meet(signal);
    if (refused || !isOfTheFuture(rows, hub)) return refused;
    return { ...ours(hub.clockIsAhead), kind: 'retry' };
  }

  const claimed = (dayS: number, rev: number): Numbered =>
    outbox.claim(name, dayS, rev)
      ? { rev }
      : { outcome: { kind: 'retry', status: null, text: 'nothing was sent, because the disk cannot be written' } };

  /**
   * Revision that a day is sent under. If this database has none, an earlier database may have sent that day: the hub is asked, and those
   * rows stay. The same for a revision above the limit: a stranger with the key can have used up those below.
   */
  async function revToSend({ dayS, rev }: DayPart, signal: AbortSignal): Promise<Numbered> {
    if (rev !== null && rev <= FLEET_LIMITS.revMost) return { rev };
    const held = await hub.holds(dayS, { of: 'wx' }, signal);
    if ('outcome' in held) return held;
    return claimed(dayS, held.newestRev === null ? 0 : firstRevAfter(held.newestRev, ofTheStation.random));
  }

  /** The hub has a later number of the day than this database, whose it is: this one is an older copy, put back. */
  function asAnother(dayS: number, newestRev: number): Outcome {
    const noted = claimed(dayS, firstRevAfter(newestRev, ofTheStation.random));
    if ('outcome' in noted) return noted.outcome;
    const text = 'the hub has more of a day than this older copy of the database, so the day goes again beside it';
    return { kind: 'retry', status: null, text, short: true };
  }

  return {
    name,
    get pace() {
      return {
        staleS: null,
        catchUp: true,
        mostRows: ROWS,
        settleS: settleS(),
        corrects: true,
        byDay: true,
        receiver,
        spreadS: 300,
        timeoutMs: 60_000,
      };
    },
    get secrets() {
      return hub.secrets;
    },
    get standing() {
      return hub.aheadS > 0 ? hub.clockIsAhead : wanted.standing;
    },
    get notices() {
      return outbox.notices.of(receiver);
    },
    takes: (row) => rowLine(row, 0) !== null,
    syncTask: () => syncTasks.next(),
    async send(batch, signal): Promise<Outcome> {
      const { rows, day } = batch;
      if (!day) throw new Error('rows for the fleet go by days');
      const { dayS } = day;
      const early = await tooEarly(batch, signal);
      if (early) return early;
      const numbered = await revToSend(day, signal);
      if ('outcome' in numbered) return numbered.outcome;
      const { rev } = numbered;
      const brought = await delivery.bring(rows, rev, syncTasks.condition(rows.length), signal);
      if (brought.kind !== 'ok' && brought.kind !== 'passed') return brought;
      syncTasks.conditionTold(brought.kind === 'ok');
      const expected = delivery.expected(day.rows, rev);
      const held = await hub.holds(dayS, { rev }, signal);
      if ('outcome' in held) return held.outcome;
      const { newestRev } = held;
      if (newestRev !== null && newestRev > rev && databaseOf(newestRev) === databaseOf(rev))
        return asAnother(dayS, newestRev);
      if (held.values >= expected) return brought;
      const lacksFromS = await delivery.lostSince(outbox, dayS, signal);
      return { ...syncTasks.short(held.values, expected, dayS), ...(lacksFromS < dayS && { lacksFromS }) };
    },
  };
}
