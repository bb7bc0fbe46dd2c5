import { HOUR_S } from '../base/durations.ts';
import { Exposition, processFigures, type Sample } from '../http/exposition.ts';
import type { HubAlerts } from './alerts/alerts.ts';
import { ALERT_KINDS } from './alerts/conditions.ts';
import type { Hub } from './hub.ts';
import type { Appointments } from './ingest/appointments.ts';

/** A station that sends every five minutes was here within the hour. */
const SEEN_S = HOUR_S;

/** Samples of a family, told apart by one label. */
const by = (label: string, counts: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(counts).map(([value, n]) => [{ [label]: value }, n]);

/** Samples that tell how many there are of each value, also of those that none has. */
const tally = (label: string, values: readonly string[], found: readonly string[]): Sample[] =>
  values.map((value) => [{ [label]: value }, found.filter((one) => one === value).length]);

/** Prometheus metrics of the hub, made at each request. */
export function hubMetrics(
  hub: Hub,
  alerts: Pick<HubAlerts, 'firing' | 'receivers' | 'problem'>,
  appointments: Appointments,
  uptimeS: number,
): string {
  const out = new Exposition();
  const { engine, batches, newer_fields } = hub.health();
  out.gauge('hub_up', 'Whether the hub runs.', 1);
  out.gauge('hub_uptime_seconds', 'Time since the hub was started.', uptimeS);
  stationFigures(out, hub);
  out.counter('hub_batches_stored_total', 'Batches that the database has taken.', batches.stored);
  out.counter('hub_batches_refused_total', 'Refused batches by HTTP status.', by('status', batches.refused));
  out.counter(
    'hub_rows_total',
    'Rows of batches that were taken, of those that were refused once read, and rows of series that this hub does not know.',
    by('result', { taken: hub.rows.taken, refused: hub.rows.refused, left_out: hub.rows.leftOut }),
  );
  out.counter('hub_newer_fields_total', 'Values of fields that this hub does not know.', by('field', newer_fields));
  out.gauge('hub_batches_in_flight', 'Batches that are being read or stored.', appointments.taken);
  out.gauge('hub_queue_seconds', 'How far ahead stations were given a time to come again.', appointments.queueS);
  const states = tally('state', ['ok', 'down', 'full'], [engine.state]);
  out.gauge('hub_engine_state', 'State of the database: 1 for the one it is in.', states);
  out.summary('hub_engine_write_seconds', 'How long the database took to store a batch.', hub.engine.writes.summary());
  out.summary(
    'hub_engine_question_seconds',
    'How long the database took to answer a question.',
    hub.engine.questions.summary(),
  );
  const firing = alerts.firing.map(({ kind }) => kind);
  out.gauge('hub_alerts_firing', 'Alerts that are firing, by kind.', tally('kind', ALERT_KINDS, firing));
  out.gauge(
    'hub_alert_settings_in_force',
    'Whether the settings of the alerts are those of the file: 0 when it, or a file that it names, cannot be used.',
    alerts.problem === null,
  );
  const messages = alerts.receivers.map(({ name, waiting }): Sample => [{ receiver: name }, waiting]);
  out.gauge('hub_alert_messages_waiting', 'Messages that wait for their receiver.', messages);
  processFigures(out);
  return out.toString();
}

function stationFigures(out: Exposition, hub: Hub): void {
  const { stations, now_ts } = hub.fleet();
  const welcome = stations.filter(({ revoked }) => !revoked);
  const healths = welcome.map(({ health }) => health);
  const shared = welcome.filter((one) => one.shared);
  const contactOf = ({ last_seen_ts: seenS }: (typeof welcome)[number]): string =>
    seenS === null ? 'never' : now_ts - seenS <= SEEN_S ? 'seen' : 'silent';
  out.gauge('hub_stations', 'Stations that may send.', welcome.length);
  out.gauge(
    'hub_stations_contact',
    'Stations that may send, by their last contact: within the hour, before, never.',
    tally('contact', ['seen', 'silent', 'never'], welcome.map(contactOf)),
  );
  out.gauge('hub_stations_revoked', 'Stations that may no longer send.', stations.length - welcome.length);
  out.gauge(
    'hub_stations_health',
    'Stations that may send, by the health they told last.',
    tally('health', ['ok', 'warn', 'fault', 'unknown'], healths),
  );
  out.gauge('hub_stations_shared', 'Logins that two stations want to use.', shared.length);
}
