import { HOUR_S } from '../../base/durations.ts';
import { jsonOf } from '../../base/json-text.ts';
import type { Config } from '../../config/config.ts';
import { allowedAddresses } from '../../sending/addresses.ts';
import type { Channel, Origin } from '../../sending/channel.ts';
import { type Answer, exchange, judge } from '../../sending/exchange.ts';
import { cut } from '../../sending/masked.ts';
import type { Message } from '../../sending/message.ts';
import { type Idle, type Outcome, ours } from '../../sending/outcome.ts';
import { type Ports, portsTrusting } from '../../sending/ports.ts';
import { textOfAll, titleOfAll } from '../../sending/texts.ts';

const TIMEOUT_MS = 15_000;
const AT_ONCE = 20;
/** A longer message would become an attachment. */
const MOST_BYTES = 4000;
/** `quota reached` of a day: asking again within the hour is no use. */
const DAILY_QUOTA = 42908;

type Look = readonly [priority: 1 | 2 | 3 | 4 | 5, tag: string];
const LOOKS: Readonly<Record<Message['about']['severity'], Look>> = {
  info: [3, 'information_source'],
  warning: [4, 'warning'],
  critical: [5, 'rotating_light'],
};
const OVER: Look = [2, 'white_check_mark'];

const lookOf = ({ about, change }: Message): Look => (change === 'resolved' ? OVER : LOOKS[about.severity]);

/** Body for the root of an ntfy server: JSON, because headers hold no letters beyond ASCII. */
export function ntfyBody(messages: readonly Message[], origin: Origin, topic: string): string {
  const looks = messages.map(lookOf).sort(([a], [b]) => b - a);
  const [priority, tag] = looks[0]!;
  return JSON.stringify({
    topic,
    title: `${titleOfAll(messages, origin)} · ${origin.name}`,
    message: cut(textOfAll(messages, origin), MOST_BYTES),
    priority,
    tags: [tag],
    click: `${origin.url}/#alarms`,
  });
}

/** A server's yes is the message with its id; a captive portal says 200, too. */
function outcomeOf(answer: Answer): Outcome {
  const said = Object(jsonOf(answer.text)) as Record<string, unknown>;
  const outcome = judge(answer, answer.status === 200 && typeof said['id'] === 'string' && said['event'] === 'message');
  if (outcome.kind !== 'retry' || said['code'] !== DAILY_QUOTA) return outcome;
  return { ...outcome, afterS: Math.max(outcome.afterS ?? 0, HOUR_S) };
}

/** ntfy, on a server of one's own or the public one. */
export function ntfyChannel(config: Config, of: Ports, ownPort: number): Channel | Idle {
  const { enabled, url, topic, token_file: tokenFile, ca_file: caFile } = config.alarms.channels.ntfy;
  const name = 'ntfy';
  if (!enabled) return { name, enabled };
  if (url === null) return { name, enabled, lacks: 'url' };
  if (topic === null) return { name, enabled, lacks: 'topic' };
  const token = tokenFile === null ? null : of.secret(tokenFile);
  if (tokenFile !== null && token === null) return { name, enabled, lacks: 'token_file' };
  const ca = caFile === null ? null : of.secret(caFile);
  if (portsTrusting(of, caFile) === null) return { name, enabled, lacks: 'ca_file' };
  return {
    name,
    secrets: [token ?? '', topic],
    timeoutMs: TIMEOUT_MS,
    atOnce: AT_ONCE,
    async send(messages, origin, _nowS, signal): Promise<Outcome> {
      const addresses = await allowedAddresses(url, of, { ownPort, allowLocal: false });
      if ('detail' in addresses) return { kind: 'refused', ...ours(addresses) };
      const headers = {
        'Content-Type': 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      };
      const body = ntfyBody(messages, origin, topic);
      const fetch = of.fetchTrusting(ca, addresses);
      return outcomeOf(await exchange(fetch, { url, method: 'POST', headers, body, signal }));
    },
  };
}
