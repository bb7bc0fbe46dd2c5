import type { Clock } from '../station/clock.ts';
import { systemClock } from './clock.ts';
import { fixedZone, machineZone, type ZoneWatch } from './machine-zone.ts';
import { type Service, type ServicePorts, startService } from './service.ts';
import type { Settings } from './settings.ts';

const LOOK_EVERY_MS = 60_000;

/**
 * A service that begins again, in the same process and at the same address: when what kept it from its disk has passed, and when
 * the machine's time zone was changed, which every room has its days from. Whoever holds it asks for `station` anew each time.
 */
export class LastingService {
  readonly #stopping = new AbortController();
  #service: Service;
  #turn: Promise<void> = Promise.resolve();

  private constructor(
    service: Service,
    private readonly again: () => Promise<Service>,
    private readonly clock: Clock,
    private readonly zones: ZoneWatch,
  ) {
    this.#service = service;
  }

  static async start(
    settings: Settings,
    ports: Partial<ServicePorts & { zones: ZoneWatch }> = {},
  ): Promise<LastingService> {
    const again = () => startService(settings, ports);
    const zones = ports.zones ?? (settings.config.site.timezone === null ? machineZone() : fixedZone);
    const lasting = new LastingService(await again(), again, ports.clock ?? systemClock, zones);
    lasting.#turn = lasting.#keepWatch();
    return lasting;
  }

  get url(): string {
    return this.#service.url;
  }
  get station(): Service['station'] {
    return this.#service.station;
  }

  async #keepWatch(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.clock.sleep(LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      const { diskIsBack } = this.#service;
      if (!diskIsBack?.() && !this.zones.changed()) continue;
      await this.#service.stop();
      this.#service = await this.again();
    }
  }

  /** Also ends a new start that is under way. */
  stop = async (): Promise<void> => {
    this.#stopping.abort();
    await this.#turn;
    await this.#service.stop();
  };
}
