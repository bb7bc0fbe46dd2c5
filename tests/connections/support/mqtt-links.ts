import type { Clock } from '../../../src/base/clock.ts';
import { Config } from '../../../src/config/config.ts';
import { MqttLink } from '../../../src/connections/mqtt/link.ts';
import type { RealStation } from '../../support/real-station.ts';
import { linkClock } from './link-clock.ts';
import type { Mosquitto } from './mosquitto.ts';
import { FakeNetwork } from './network.ts';

export interface LinkOptions {
  ca?: string;
  password?: string;
  clock?: Clock;
  hurry?: number;
  held?: true;
}

/** Our side of a real broker. A station's own time stands still; that of its connection goes on, a hundred times as fast where it pauses. */
export class MqttLinks {
  readonly #running: { end: AbortController; running: Promise<void> }[] = [];

  constructor(private readonly broker: Mosquitto) {}

  begin(of: RealStation, mqtt: object = {}, more: LinkOptions = {}) {
    const { ca = null, password = null, hurry = 100 } = more;
    const clock = more.clock ?? linkClock(hurry);
    const config = Config.parse({
      site: { name: 'Haus' },
      connections: { allow_simulated: more.held !== true },
      mqtt: { url: this.broker.url, ...mqtt },
    });
    const ports = new FakeNetwork(clock).ports();
    const one = new MqttLink({ station: of.station, config, ports, ca, password, url: null });
    const end = new AbortController();
    const running = one.run(end.signal);
    this.#running.push({ end, running });
    return { link: one, end, running, told: ports.told, id: of.station.outbox.id(() => 0.3)! };
  }

  async end(): Promise<void> {
    for (const { end, running } of this.#running.splice(0)) {
      end.abort();
      await running;
    }
  }
}
