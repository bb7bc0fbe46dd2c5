import { every } from '../../base/clock.ts';
import { decodeTempest, tempestSerial } from '../../station/inputs/families/tempest.ts';
import { heardFrom } from '../../station/inputs/observation.ts';
import { sentence } from '../../words/sentence.ts';
import { Homes } from './homes.ts';
import { Transport } from './transport.ts';
import { UdpListener } from './udp-listener.ts';

/** A hub tells of itself every ten seconds: so much silence is another network, or a firewall. */
const SILENT_MS = 30_000;
const LOOK_EVERY_MS = 10_000;
/** A sensor reports every minute, in its deepest power save every five. */
const NO_SENSOR_MS = 600_000;

/** Tempest hub: its broadcasts on UDP port 50222, which come without a request. */
export class Tempest extends Transport<{ port: number }> {
  readonly name = 'Tempest';
  readonly #listener = new UdpListener({
    port: this.options.port,
    input: this.name,
    ports: this.ports,
    troubles: this.troubles,
    heard: (text, address) => this.#hear(text, address),
  });
  readonly #homes = new Homes(this.ports.clock);
  #hubMs = this.ports.clock.steadyMs();
  #sensorMs = this.#hubMs;

  get port(): number | null {
    return this.#listener.boundPort;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.ports;
    this.#hubMs = clock.steadyMs();
    this.#sensorMs = this.#hubMs;
    const looking = every(LOOK_EVERY_MS, clock, signal, () => this.#lookForSilence(), LOOK_EVERY_MS);
    await Promise.race([this.#listener.run(signal), looking]);
  }

  #lookForSilence(): void {
    if (this.port === null) return; // that is told already
    const nowMs = this.ports.clock.steadyMs();
    if (nowMs - this.#hubMs >= SILENT_MS) {
      this.troubles.open('silent', sentence('input.tempest-silent', { port: String(this.options.port) }));
    } else if (nowMs - this.#sensorMs >= NO_SENSOR_MS) {
      this.troubles.open('no sensor', sentence('input.tempest-no-sensor'));
    }
  }

  #hear(text: string, address: string): void {
    const serial = tempestSerial(text);
    if (serial === null) {
      this.unreadable();
      return;
    }
    if (!this.#homes.isAtHome(serial, address)) {
      this.troubles.note('forged', sentence('input.forged', { sender: serial }));
      return;
    }
    this.#hubMs = this.ports.clock.steadyMs();
    this.troubles.over('silent');
    const observations = decodeTempest(text);
    if (observations.length === 0) return;
    this.#sensorMs = this.#hubMs;
    this.troubles.over('no sensor');
    this.take(heardFrom(observations, address));
  }
}
