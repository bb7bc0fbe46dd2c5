import type { Clock } from '../station/clock.ts';
import { systemClock } from './clock.ts';
import { type Service, type ServicePorts, startService } from './service.ts';
import type { Settings } from './settings.ts';

const LOOK_EVERY_MS = 60_000;

/**
 * A service that begins again, in the same process and at the same address, when what kept it from its disk has passed. Whoever
 * holds it asks for `station` anew each time.
 */
export class LastingService {
  readonly #stopping = new AbortController();
  #service: Service;
  #turn: Promise<void> = Promise.resolve();

  private constructor(
    service: Service,
    private readonly again: () => Promise<Service>,
    private readonly clock: Clock,
  ) {
    this.#service = service;
  }

  static async start(settings: Settings, ports: Partial<ServicePorts> = {}): Promise<LastingService> {
    const again = () => startService(settings, ports);
    const lasting = new LastingService(await again(), again, ports.clock ?? systemClock);
    lasting.#watch();
    return lasting;
  }

  get url(): string {
    return this.#service.url;
  }
  get station(): Service['station'] {
    return this.#service.station;
  }

  #watch(): void {
    if (this.#service.diskIsBack !== null) this.#turn = this.#waitForDisk(this.#service.diskIsBack);
  }

  async #waitForDisk(isBack: () => boolean): Promise<void> {
    const { signal } = this.#stopping;
    do await this.clock.sleep(LOOK_EVERY_MS, signal);
    while (!signal.aborted && !isBack());
    if (signal.aborted) return;
    await this.#service.stop();
    this.#service = await this.again();
    this.#watch();
  }

  /** Also ends a new start that is under way. */
  stop = async (): Promise<void> => {
    this.#stopping.abort();
    await this.#turn;
    await this.#service.stop();
  };
}
