import { AlarmCourier, type MessageQueue } from '../../sending/alarm-courier.ts';
import type { Channel, Origin } from '../../sending/channel.ts';
import { emailChannel } from '../../sending/email.ts';
import { webhookChannel } from '../../sending/webhook.ts';
import type { AlarmMessage, AlarmQueue } from '../../station/outbox/alarm-queue.ts';
import { speakerOf } from '../../words/speakers.ts';
import { type ConnectionsParts, idleMember, type Member } from '../member.ts';
import { ntfyChannel } from './ntfy.ts';

/** Name of a station whose database cannot be read to ask for its own. */
const NAMELESS = 'weatherglass';

export const queueOf = (queue: AlarmQueue, { name }: Channel): MessageQueue<AlarmMessage> => ({
  onPut: (wake) => queue.onPut(name, wake),
  due: (most) => queue.due(name, most),
  waiting: () => queue.waiting(name),
  delivered: (messages) => queue.delivered(messages),
  took: (messages, recipients) => queue.took(name, messages, recipients),
});

/** Alarm channels among the connections; Home Assistant's is the connection to the broker. */
export function alarmMembers({ station, config, ports, url, port }: ConnectionsParts): Member[] {
  let id: string | null = null;
  const { name, language } = config.site;
  const origin = async (): Promise<Origin> => {
    id ??= station.outbox.id(ports.random);
    const speaker = await speakerOf(language === 'auto' ? 'en' : language, station.timeZone);
    return { id: id ?? NAMELESS, name, url: url ?? `http://localhost:${port}`, speaker, fragment: '#alarms' };
  };
  const isHeld = station.isSimulated && !config.connections.allow_simulated;
  const settings = config.alarms.channels;
  const channels = [
    webhookChannel(settings.webhook, ports, port),
    ntfyChannel(config, ports, port),
    emailChannel(settings.email, ports),
  ];
  return channels.map((channel) => {
    const named = `alarm_${channel.name}`;
    if ('enabled' in channel) return idleMember({ ...channel, name: named });
    const queue = queueOf(station.alarmQueue, channel);
    return new AlarmCourier({ name: named, channel, queue, outbox: station.outbox, ports, origin, isHeld });
  });
}
