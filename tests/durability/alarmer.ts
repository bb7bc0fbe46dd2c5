// The process that is killed between an alarm and the note of its delivery: gives the queue an alarm every few milliseconds, and sends them.

import { Zone } from '../../src/base/zone.ts';
import { Config } from '../../src/config/config.ts';
import { queueOf } from '../../src/connections/alarms/members.ts';
import { systemClock } from '../../src/main/clock.ts';
import type { Log } from '../../src/main/log.ts';
import { connectionPorts } from '../../src/main/machine/connection-ports.ts';
import { AlarmCourier } from '../../src/sending/alarm-courier.ts';
import { webhookChannel } from '../../src/sending/webhook.ts';
import type { Alarmed } from '../../src/station/alarms/alarmed.ts';
import { AlarmQueue } from '../../src/station/outbox/alarm-queue.ts';
import { Outbox } from '../../src/station/outbox/outbox.ts';
import { ENGLISH } from '../../src/words/speaker.ts';
import { openStore } from '../support/open-store.ts';

const [folder, url, from, count] = process.argv.slice(2) as [string, string, string, string];
const clock = systemClock; // now: a real program with a real network
const nowS = () => clock.nowS();
const store = openStore({ folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' });
const outbox = new Outbox({
  zone: new Zone('UTC'),
  store,
  clock,
  nowS,
  isConfirmed: () => true,
  moving: () => false,
  waitingS: () => 0,
});
const queue = new AlarmQueue({
  store,
  clock,
  nowS,
  takes: (one) => one === 'webhook',
  isQuiet: () => false,
  report() {},
});
const config = Config.parse({ alarms: { channels: { webhook: { enabled: true, url } } } });
const ports = { ...connectionPorts(clock, { info() {}, warn() {} } as unknown as Log), random: () => 0.5 };
const channel = webhookChannel(config.alarms.channels.webhook, ports, 1);
if ('enabled' in channel) throw new Error('no channel');
const origin = async () => ({ id: 'wg_1', name: 'Home', url: 'http://home', speaker: ENGLISH, fragment: '#alarms' });
const courier = new AlarmCourier({
  name: 'alarm_webhook',
  channel,
  queue: queueOf(queue, channel),
  outbox,
  ports,
  origin,
  isHeld: false,
});
void courier.run(new AbortController().signal);

const alarmed = (id: string): Alarmed => ({
  alarm: {
    id,
    title: id,
    text: id,
    severity: 'warning',
    rule: { channels: ['webhook'] },
  } as unknown as Alarmed['alarm'],
  change: 'fired',
  fingerprint: `print-of-${id}`,
  startedS: nowS(),
  endedS: null,
  isTest: false,
});

let next = Number(from);
const timer = setInterval(() => {
  if (next === Number(from) + Number(count)) {
    if (queue.waiting('webhook') > 0) return;
    clearInterval(timer);
    process.stdout.write('empty\n');
    return;
  }
  const id = `rule_${next}`;
  next += 1;
  queue.put(alarmed(id));
  setImmediate(() => process.stdout.write(`${id}\n`)); // the queue has it
}, 5);
