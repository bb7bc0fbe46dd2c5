import { aborted, atMost } from '../base/clock.ts';
import type { ConnectionTest, Connections as Listed } from '../contract/connections.ts';
import type { Idle } from '../sending/outcome.ts';
import type { Refusal } from '../station/api.ts';
import { sentence } from '../words/sentence.ts';
import { ENGLISH, type Speaker } from '../words/speaker.ts';
import { alarmMembers } from './alarms/members.ts';
import { Courier } from './courier.ts';
import { fleetSink } from './fleet/fleet.ts';
import { lasting } from './lasting.ts';
import { type ConnectionsParts, idleMember, type Member } from './member.ts';
import { brokerSecrets } from './mqtt/broker-secrets.ts';
import { pushSink } from './push/push.ts';
import { isIdle, type Sink } from './sink.ts';
import { uploadSinks } from './uploads/index.ts';

/**
 * Time limit for shutdown: the program has one second in all. A connection that hangs is abandoned; nothing is marked as sent that was not
 * acknowledged.
 */
const ENDS_WITHIN_MS = 400;

/** All connections of a station. They live as long as the station does, and no sample ever waits for them. */
export class Connections {
  readonly #parts: ConnectionsParts;
  readonly #stop = new AbortController();
  readonly #members: readonly Member[];
  /** Members that a fault of ours has ended, until they begin again. */
  readonly #ended = new Set<Member>();
  #running: Promise<unknown> = Promise.resolve();

  private constructor(parts: ConnectionsParts, [mqtt, ofAlarms]: readonly [Member, Member]) {
    this.#parts = parts;
    const { config, ports, version, station } = parts;
    const fleet = fleetSink({ config, ports, station, version });
    const { outbox, isSimulated } = station;
    const uploads = uploadSinks(config, ports, version, isSimulated);
    const sinks = [pushSink(config, ports, outbox, isSimulated), fleet, ...uploads];
    this.#members = [mqtt, ...sinks.map((one) => this.#memberOf(one)), ...alarmMembers(parts), ofAlarms];
  }

  static async open(parts: ConnectionsParts): Promise<Connections> {
    return new Connections(parts, await mqttMembers(parts));
  }

  #memberOf(one: Sink | Idle): Member {
    const { station, config, ports } = this.#parts;
    if (isIdle(one)) return idleMember(one);
    const isHeld = station.isSimulated && !config.connections.allow_simulated;
    return new Courier({ sink: one, outbox: station.outbox, ports, isHeld });
  }

  start(): void {
    const { signal } = this.#stop;
    const { ports } = this.#parts;
    const beingFound = { name: 'mdns', run: () => this.#beFound(signal) };
    const members = this.#members.map((member) =>
      lasting(member, ports, signal, (isSo) => (isSo ? this.#ended.add(member) : this.#ended.delete(member))),
    );
    this.#running = Promise.all([...members, lasting(beingFound, ports, signal)]);
  }

  /** The station's name on the LAN, until the end. */
  async #beFound(signal: AbortSignal): Promise<void> {
    const { config, station, url, port, ports } = this.#parts;
    if (!config.connections.mdns || url === null) return;
    const { announce } = await import('./mdns/announce.ts');
    if (signal.aborted) return;
    const id = config.mqtt.url === null ? null : station.outbox.id(ports.random);
    const renamed = (name: string): void =>
      ports.log('info', `the LAN has a ${config.site.name}; this one is "${name}"`);
    const goodbye = await announce({ name: config.site.name, port, version: station.version, id, renamed });
    await aborted(signal);
    await goodbye();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await atMost(ENDS_WITHIN_MS, this.#parts.ports.clock, this.#running);
  }

  list(speaker: Speaker = ENGLISH): Listed {
    return {
      sinks: this.#members.map((member) => {
        const status = member.status(speaker);
        return this.#ended.has(member)
          ? { ...status, state: 'retrying', last_error: speaker.say(sentence('sink.ended')) }
          : status;
      }),
      card: this.#members.find((member) => member.card)?.card ?? null,
    };
  }

  /** Null where no member has that name. */
  async test(name: string, speaker?: Speaker): Promise<ConnectionTest | Refusal | null> {
    return this.#members.find((member) => member.name === name)?.test(speaker) ?? null;
  }
}

/** The connection to the broker, and the alarms over it. Loaded only where it is switched on. */
async function mqttMembers({ station, config, ports, url }: ConnectionsParts): Promise<[Member, Member]> {
  const { mqtt, alarms } = config;
  const { enabled } = alarms.channels.mqtt;
  const idle = (lacks?: string): [Member, Member] => [
    idleMember({ name: 'mqtt', enabled: lacks !== undefined, ...(lacks !== undefined && { lacks }) }),
    idleMember({ name: 'alarm_mqtt', enabled, ...(enabled && { lacks: `mqtt.${lacks ?? 'url'}` }) }),
  ];
  if (mqtt.url === null) return idle();
  const secrets = brokerSecrets(mqtt, ports);
  if ('lacks' in secrets) return idle(secrets.lacks);
  const { MqttLink } = await import('./mqtt/link.ts');
  const link = new MqttLink({ station, config, ports, ...secrets, url });
  if (!enabled) return [link, idleMember({ name: 'alarm_mqtt', enabled })];
  const { AlarmMqtt } = await import('./alarms/mqtt.ts');
  return [link, new AlarmMqtt({ station, link, ports, name: config.site.name })];
}
