import type { Config } from '../../config/config.ts';
import type { Station } from '../../station/app/station.ts';
import { speakerOf } from '../../words/speakers.ts';
import { idleMember, type Member } from '../member.ts';
import type { Ports } from '../ports.ts';
import type { Origin } from './channel.ts';
import { AlarmCourier } from './courier.ts';
import { emailChannel } from './email.ts';
import { ntfyChannel } from './ntfy.ts';
import { webhookChannel } from './webhook.ts';

interface Parts {
  station: Station;
  config: Config;
  ports: Ports;
  url: string | null;
  port: number;
}

/** Name of a station whose database cannot be read to ask for its own. */
const NAMELESS = 'weatherglass';

/** Alarm channels among the connections; Home Assistant's is the connection to the broker. */
export function alarmMembers({ station, config, ports, url, port }: Parts): Member[] {
  let id: string | null = null;
  const { name, language } = config.site;
  const origin = async (): Promise<Origin> => {
    id ??= station.outbox.id(ports.random);
    const speaker = await speakerOf(language === 'auto' ? 'en' : language, station.timeZone);
    return { id: id ?? NAMELESS, name, url: url ?? `http://localhost:${port}`, speaker };
  };
  const isHeld = station.isSimulated && !config.connections.allow_simulated;
  const channels = [webhookChannel(config, ports, port), ntfyChannel(config, ports, port), emailChannel(config, ports)];
  return channels.map((channel) => {
    if ('enabled' in channel) return idleMember({ ...channel, name: `alarm_${channel.name}` });
    return new AlarmCourier({ channel, queue: station.alarmQueue, outbox: station.outbox, ports, origin, isHeld });
  });
}
