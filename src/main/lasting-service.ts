import { type Clock, until } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import { RULES_KEY } from '../config/alarms.ts';
import { Guesses } from '../http/guesses.ts';
import { IdempotencyKeys } from '../server/limits/idempotency-keys.ts';
import { systemClock } from './clock.ts';
import { type Log, openLog } from './log.ts';
import { machineZone } from './machine/machine-zone.ts';
import { type Service, type ServicePorts, startService } from './service.ts';
import { loadSettings, type Settings } from './settings/settings.ts';
import { RestartLimiter } from './settings-file/restart-limiter.ts';
import { untilUp } from './until-up.ts';
import { StoppedFirst, UserError } from './user-error.ts';

const LOOK_EVERY_MS = 60_000;
/** Until it starts again nobody measures, so it is tried more often than a first start. */
const LONGEST_PAUSE_S = 5;
const LOCKED_AGAIN_MS = 500;
const NOT_IN_FORCE = 'The changed settings are not in force';

/** `stopping`: aborted by whoever asks for a stop while the first start is under way, and by `stop`. */
type LastingPorts = Partial<Omit<ServicePorts, 'signal'> & { zoneChanged: () => boolean; stopping: AbortController }>;

/**
 * Service that begins again, in the same process and at the same address: when its disk is back, when the machine's time zone was changed, and
 * when its settings were. So a changed setting takes the one way of every start: what it does to the scale is found and told there
 * (`Rescaling.applyAtStart`). Alarm rules alone are taken over by the running station: an owner changes them by the dozen. Its holder asks for
 * `station` anew each time.
 */
export class LastingService {
  readonly #stopping: AbortController;
  readonly #ports: LastingPorts;
  readonly #clock: Clock;
  #service!: Service;
  #settings: Settings;
  #zoneChanged: () => boolean;
  #turn: Promise<void> = Promise.resolve();
  /** Settings changed since the service last started. */
  #changed: string[] = [];
  /** Whether a station runs that can take over rules: not between the end of one and the start of the next. */
  #stands = false;
  #wake = new AbortController();
  readonly #restarts: RestartLimiter;
  /**
   * Outlives each start: who guesses the PIN could begin anew with every setting that somebody changes, and the answer to a change is lost
   * in a restart, too.
   */
  readonly #lasting: Pick<ServicePorts, 'guesses' | 'idempotencyKeys'>;

  private constructor(settings: Settings, ports: LastingPorts) {
    this.#settings = settings;
    this.#ports = ports;
    this.#stopping = ports.stopping ?? new AbortController();
    this.#clock = ports.clock ?? systemClock;
    this.#restarts = new RestartLimiter(this.#clock);
    this.#lasting = { guesses: new Guesses(this.#clock), idempotencyKeys: new IdempotencyKeys(this.#clock) };
    this.#zoneChanged = this.#zoneOf(settings);
  }

  static async start(settings: Settings, ports: LastingPorts = {}): Promise<LastingService> {
    const lasting = new LastingService(settings, ports);
    lasting.#service = await lasting.#begin(settings, []);
    lasting.#turn = lasting.#keepWatch();
    return lasting;
  }

  get url(): string {
    return this.#service.url;
  }
  get station(): Service['station'] {
    return this.#service.station;
  }

  /** Where the settings name the zone, it does not matter what the machine thinks. */
  #zoneOf({ config }: Settings): () => boolean {
    return this.#ports.zoneChanged ?? (config.site.timezone === null ? machineZone() : () => false);
  }

  #begin(settings: Settings, changedKeys: readonly string[]): Promise<Service> {
    const settingsChanged = (keys: readonly string[]): boolean => {
      // Rules beside other settings may need them, as a channel that is switched on: they begin together, and so do rules that come behind them.
      if (this.#stands && !this.#changed.includes(RULES_KEY) && keys.every((key) => key === RULES_KEY)) {
        this.#takeRules();
        return false;
      }
      this.#changed.push(...keys);
      this.#wake.abort();
      return true;
    };
    const { signal } = this.#stopping;
    return startService(settings, { ...this.#ports, ...this.#lasting, signal, settingsChanged, changedKeys });
  }

  async #keepWatch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      this.#stands = true;
      const isChanged = this.#changed.length > 0;
      const waitMs = isChanged ? this.#restarts.waitMs(this.#changed) : LOOK_EVERY_MS;
      // A restart that is due does not sleep: changes without end would wake it each time, and it never began.
      if (waitMs > 0) await this.#clock.sleep(waitMs, AbortSignal.any([signal, this.#wake.signal]));
      if (signal.aborted || this.#wake.signal.aborted) continue;
      if (isChanged) this.#restarts.begun();
      if (isChanged || (await this.#service.diskIsBack?.()) || this.#zoneChanged()) await this.#beginAgain();
    }
  }

  /** Has the running station take over changed alarm rules: no sample is missed for them. */
  #takeRules(): void {
    const next = this.#inFile();
    if (next === null) return;
    const { config } = this.#settings;
    const { rules } = next.config.alarms;
    this.#settings = { ...this.#settings, config: { ...config, alarms: { ...config.alarms, rules } } };
    this.station.takeRules(rules);
  }

  /** The settings as they are in the file; null where it has been edited since and cannot be used. */
  #inFile(): Settings | null {
    const { origin } = this.#settings;
    try {
      return this.#atThisAddress(loadSettings(origin.options, origin.env));
    } catch (error) {
      this.#logUserError(NOT_IN_FORCE, error);
      return null;
    }
  }

  /** Restarts the service with changed settings, or with the present ones where there are none or it cannot start with them; tries until it runs. */
  async #beginAgain(): Promise<void> {
    await this.#untilDiskTakesIt();
    await this.#untilWritten();
    await this.#untilJobsEnd();
    const keys = [...new Set(this.#changed.splice(0))]; // with those that came meanwhile
    const next = keys.length > 0 ? this.#inFile() : null;
    this.#stands = false;
    await this.#service.stop(); // which is safe to ask twice
    const before = this.#atThisAddress(this.#settings);
    const start = async (): Promise<void> => {
      try {
        if (next !== null) return await this.#beginWith(next, keys);
      } catch (error) {
        this.#logUserError(NOT_IN_FORCE, error);
      }
      await this.#beginWith(before, []);
    };
    const trying = { clock: this.#clock, signal: this.#stopping.signal, longestPauseS: LONGEST_PAUSE_S };
    await untilUp(start, trying, (error) => this.#logUserError('The station cannot begin again yet', error));
  }

  /** Waits, measuring on over a standby in memory, until the disk takes what that holds: changed settings are no reason to lose it. */
  async #untilDiskTakesIt(): Promise<void> {
    const { isInMemory, diskIsBack } = this.#service;
    const { signal } = this.#stopping;
    while (isInMemory && !signal.aborted && !(await diskIsBack?.())) await this.#clock.sleep(LOOK_EVERY_MS, signal);
  }

  /** Waits, measuring on, until its samples are stored: under another program's lock a stop drops them, and no start comes through. */
  async #untilWritten(): Promise<void> {
    const polling = { clock: this.#clock, everyMs: LOCKED_AGAIN_MS, signal: this.#stopping.signal };
    const isWritten = () => this.station.commitNow();
    if (await until(isWritten, { ...polling, forMs: LOCKED_AGAIN_MS })) return;
    this.#log.warn('Another program has locked the database: the station begins again once it is free');
    await until(isWritten, polling);
  }

  /** Waits, with the station measuring on, for a job that is deep in SQLite: the next start looks at files that it has open. A stop ends the wait. */
  async #untilJobsEnd(): Promise<void> {
    const over = new AbortController();
    void this.station.endJobs().then(() => over.abort());
    await this.#clock.sleep(HOUR_MS, AbortSignal.any([this.#stopping.signal, over.signal]));
  }

  async #beginWith(settings: Settings, keys: readonly string[]): Promise<void> {
    this.#service = await this.#begin(settings, keys);
    this.#settings = settings;
    this.#zoneChanged = this.#zoneOf(settings);
  }

  /** Logs what a user can mend, and throws anything else: systemd or the starter begins with a new process then. */
  #logUserError(what: string, error: unknown): void {
    if (!(error instanceof UserError)) throw error;
    if (error instanceof StoppedFirst) return;
    this.#log.error(`${what}: ${error.message}`);
  }

  /** Keeps the address over a restart, so that open pages stay connected: a new address takes effect when the program starts again. */
  #atThisAddress(next: Settings): Settings {
    const { host } = this.#settings.config.server;
    const server = { ...next.config.server, host, port: this.#service.port };
    return { ...next, config: { ...next.config, server }, demo: this.#settings.demo };
  }

  get #log(): Log {
    return this.#ports.log ?? openLog(this.#settings.config.log.level);
  }

  /** Also ends a new start that is under way. */
  stop = async (): Promise<void> => {
    this.#stands = false;
    this.#stopping.abort();
    await this.#turn;
    await this.#service.stop();
  };
}
