import type { Config } from '../../config/config.ts';
import type { BrokerTopics } from '../../contract/inputs.ts';
import type { Ports } from '../../sending/ports.ts';
import type { Station } from '../../station/app/station.ts';
import { sentence } from '../../words/sentence.ts';
import { brokerSecrets } from '../mqtt/broker-secrets.ts';
import { Consoles } from './consoles.ts';
import { Davis } from './davis.ts';
import { Kernel } from './kernel.ts';
import type { MqttInput } from './mqtt.ts';
import { Rtl433 } from './rtl433.ts';
import { Tempest } from './tempest.ts';
import type { Take, Transport } from './transport.ts';
import type { Tell } from './troubles.ts';

type Hears = Pick<Station, 'inputs' | 'outbox'>;

interface InputsParts {
  config: Config;
  ports: Ports;
  /** Null before it stands: messages until then are dropped. */
  station: () => Hears | null;
}

/** Transports of the families that the settings switch on, or that are the station's source. */
export class Inputs {
  /** Receiver of consoles, for the station's own port; null while it is off. */
  readonly consoles: Consoles | null;
  readonly #transports: Transport<unknown>[] = [];
  #broker: MqttInput | null = null;
  readonly #take: Take = (observations) => this.parts.station()?.inputs.take(observations);
  readonly #tell: Tell = (words, severity) => this.parts.station()?.inputs.tell(words, severity);

  constructor(private readonly parts: InputsParts) {
    const { config, ports } = parts;
    const { ecowitt, rtl433, tempest, davis, kernel } = config.inputs;
    const { source } = config.sensors;
    const isOn = (name: string, { enabled }: { enabled: boolean }): boolean => enabled || source === name;
    this.consoles = isOn('ecowitt', ecowitt) ? new Consoles(ecowitt, this.#take, this.#tell, ports) : null;
    if (this.consoles) this.#transports.push(this.consoles);
    if (isOn('rtl433', rtl433)) this.#transports.push(new Rtl433(rtl433, this.#take, this.#tell, ports));
    if (isOn('tempest', tempest)) this.#transports.push(new Tempest(tempest, this.#take, this.#tell, ports));
    if (isOn('davis', davis)) this.#transports.push(new Davis(davis, this.#take, this.#tell, ports));
    if (isOn('kernel', kernel)) this.#transports.push(new Kernel(kernel, this.#take, this.#tell, ports));
  }

  async start(): Promise<void> {
    this.#broker = await this.#mqtt();
    if (this.#broker) this.#transports.push(this.#broker);
    for (const transport of this.#transports) transport.start();
  }

  /** Loaded only where it is switched on. */
  async #mqtt(): Promise<MqttInput | null> {
    const { config, ports, station } = this.parts;
    const broker = config.inputs.mqtt;
    const { enabled, url, username, topics } = broker;
    if (!enabled && config.sensors.source !== 'mqtt') return null;
    if (url === null) {
      this.#tell(sentence('input.no-broker'), 'warn');
      return null;
    }
    const secrets = brokerSecrets(broker, ports);
    if ('lacks' in secrets) {
      this.#tell(sentence('input.file-missing', { file: broker[secrets.lacks]! }), 'warn');
      return null;
    }
    const { MqttInput } = await import('./mqtt.ts');
    const outbox = station()?.outbox;
    const own = config.mqtt.url === null || !outbox ? null : `weatherglass/${outbox.id(ports.random)}/`;
    return new MqttInput({ url, username, ...secrets, topics, own }, this.#take, this.#tell, ports);
  }

  /** Topics heard at the broker of the sensors, for a person who maps them. */
  topics(): BrokerTopics {
    return this.#broker?.topics() ?? { listening: false, topics: [] };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#transports.map((transport) => transport.stop()));
  }
}
