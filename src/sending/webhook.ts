import { createHash, createHmac } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { sentence } from '../words/sentence.ts';
import { allowedAddresses } from './addresses.ts';
import type { Channel, Origin } from './channel.ts';
import { type Answer, exchange, judge } from './exchange.ts';
import type { Message } from './message.ts';
import { type Idle, type Outcome, ours } from './outcome.ts';
import { type Ports, portsTrusting } from './ports.ts';

const TIMEOUT_MS = 15_000;
const AT_ONCE = 50;
/** End of an alert that has not ended, as Alertmanager writes it. */
const NOT_ENDED = '0001-01-01T00:00:00Z';

const isoTime = (tS: number): string => new Date(Math.round(tS) * 1000).toISOString().replace('.000Z', 'Z');

type Texts = Readonly<Record<string, string>>;

function alertOf(message: Message, { id, url, fragment }: Origin) {
  const { about, change, fingerprint, startedS, endedS } = message;
  const value = about.chance ?? about.value;
  const labels: Texts = {
    alertname: about.id,
    station: id,
    severity: about.severity,
    ...(about.isTest && { test: 'true' }),
    ...about.labels,
  };
  const annotations: Texts = {
    title: about.title,
    summary: about.text,
    change,
    ...(value !== null && { value: String(value) }),
    ...(about.chance === null && about.unit !== '' && { unit: about.unit }),
    threshold: String(about.threshold),
  };
  return {
    status: change === 'resolved' ? 'resolved' : 'firing',
    labels,
    annotations,
    startsAt: isoTime(startedS),
    endsAt: endedS === null ? NOT_ENDED : isoTime(endedS),
    generatorURL: `${url}/${fragment}`,
    fingerprint,
  };
}

/** Entries that all of them have in common. */
const common = (all: readonly Texts[]): Texts =>
  Object.fromEntries(Object.entries(all[0] ?? {}).filter(([key, value]) => all.every((one) => one[key] === value)));

/** Body in the format of Alertmanager's webhook, version 4; `timestamp` is ours, so that the signature holds a time. */
function webhookBody(messages: readonly Message[], origin: Origin, nowS: number): string {
  const alerts = messages.map((message) => alertOf(message, origin));
  const groupLabels = common(messages.map(({ about }) => ({ alertname: about.id })));
  const group = Object.entries(groupLabels).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return JSON.stringify({
    version: '4',
    groupKey: `{}:{${group.join(', ')}}`,
    truncatedAlerts: 0,
    status: alerts.some(({ status }) => status === 'firing') ? 'firing' : 'resolved',
    receiver: 'webhook',
    groupLabels,
    commonLabels: common(alerts.map(({ labels }) => labels)),
    commonAnnotations: common(alerts.map(({ annotations }) => annotations)),
    externalURL: `${origin.url}/`,
    timestamp: isoTime(nowS),
    alerts,
  });
}

/** Id of an event: the same when it is sent again. */
function eventId(messages: readonly Message[]): string {
  const ids = messages.map(({ fingerprint, change, tS }) => `${fingerprint}-${change}-${Math.round(tS)}`);
  return ids.length === 1 ? ids[0]! : createHash('sha256').update(ids.join(' ')).digest('hex').slice(0, 32);
}

/** Headers of CloudEvents 1.0 in binary mode, and the signature where there is a secret. */
function headersOf(messages: readonly Message[], { id }: Origin, nowS: number, body: string, secret: string | null) {
  const isOver = messages.every(({ change }) => change === 'resolved');
  return {
    'Content-Type': 'application/json',
    'ce-specversion': '1.0',
    'ce-id': eventId(messages),
    'ce-source': `/weatherglass/${id}`,
    'ce-type': `local.weatherglass.alarm.${isOver ? 'resolved' : 'firing'}`,
    'ce-time': isoTime(messages.at(-1)!.tS),
    'X-Weatherglass-Timestamp': String(Math.round(nowS)),
    ...(secret !== null && {
      'X-Weatherglass-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    }),
  };
}

/** Shorter parts are numbers, switches and words such as `ok`; masking them would mask half of an answer. */
const LEAST_SECRET = 6;

/** Parts of an address that may be a key: its path, its query, and each longer value in it. */
const secretsOf = ({ pathname, search, searchParams }: URL): string[] =>
  [pathname.replace(/^\/+|\/+$/g, ''), search.slice(1), ...searchParams.values()].filter(
    ({ length }) => length >= LEAST_SECRET,
  );

/** A page for people: a captive portal answers 200 with it, and a program never does. */
const isPage = ({ text }: Answer): boolean =>
  /^\s*</.test(text) && /<(?:!doctype\s+html|html|head|body|script)\b/i.test(text);

/** Webhook of the alarms. Follows no redirect, and goes to no address that was not checked. */
export function webhookChannel(
  settings: Config['alarms']['channels']['webhook'],
  of: Ports,
  ownPort: number,
): Channel | Idle {
  const { enabled, url, secret_file: secretFile, ca_file: caFile, allow_local: allowLocal } = settings;
  const name = 'webhook';
  if (!enabled) return { name, enabled };
  if (url === null) return { name, enabled, lacks: 'url' };
  const secret = secretFile === null ? null : of.secret(secretFile);
  if (secretFile !== null && secret === null) return { name, enabled, lacks: 'secret_file' };
  const ca = caFile === null ? null : of.secret(caFile);
  if (portsTrusting(of, caFile) === null) return { name, enabled, lacks: 'ca_file' };
  return {
    name,
    secrets: [secret ?? '', ...secretsOf(new URL(url))],
    timeoutMs: TIMEOUT_MS,
    atOnce: AT_ONCE,
    async send(messages, origin, nowS, signal): Promise<Outcome> {
      const addresses = await allowedAddresses(url, of, { ownPort, allowLocal });
      if ('detail' in addresses) return { kind: 'refused', ...ours(addresses) };
      const body = webhookBody(messages, origin, nowS);
      const headers = headersOf(messages, origin, nowS, body, secret);
      const fetch = of.fetchTrusting(ca, addresses);
      const answer = await exchange(fetch, { url, method: 'POST', headers, body, signal });
      const { status } = answer;
      if (status >= 300 && status < 400) {
        const quote = answer.headers.get('location') ?? '';
        return { kind: 'refused', ...ours(sentence('answer.elsewhere', { quote }), status) };
      }
      return judge(answer, status >= 200 && status < 300 && !isPage(answer));
    },
  };
}
