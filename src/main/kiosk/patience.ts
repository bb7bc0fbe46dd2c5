import type { Clock } from '../../base/clock.ts';
import type { RunningService } from './options.ts';

const LONGEST_PAUSE_S = 60;

/**
 * Starts the station until it starts: 2, 4, 8 … 60 s apart, for as long as the wall hangs. A setting mended in the meantime
 * counts at the next try.
 */
export class PatientService {
  readonly #stopping = new AbortController();
  #running: Promise<RunningService | null> = Promise.resolve(null);

  constructor(
    private readonly start: () => Promise<RunningService>,
    private readonly clock: Clock,
  ) {}

  keepTrying(onUp: (url: string) => void, onFailure: (reason: string, nextTryS: number) => void): void {
    this.#running = this.#tryUntilUp(onFailure);
    void this.#running.then((service) => {
      if (service !== null && !this.#stopping.signal.aborted) onUp(service.url);
    });
  }

  /** Also ends a start that is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await (await this.#running)?.stop();
  }

  async #tryUntilUp(onFailure: (reason: string, nextTryS: number) => void): Promise<RunningService | null> {
    const { signal } = this.#stopping;
    for (let pauseS = 2; !signal.aborted; pauseS = Math.min(LONGEST_PAUSE_S, pauseS * 2)) {
      try {
        return await this.start();
      } catch (error) {
        onFailure(error instanceof Error ? error.message : String(error), pauseS);
      }
      await this.clock.sleep(pauseS * 1000, signal);
    }
    return null;
  }
}
