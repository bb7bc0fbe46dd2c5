import type { Clock } from '../../base/clock.ts';
import { DurationLog } from '../../base/duration-log.ts';
import type { HubHealth } from '../../contract/fleet.ts';
import { foldRepeats, type Log } from '../../http/log.ts';
import { type Engine, EngineError } from './engine.ts';
import { SharedFlush } from './shared-flush.ts';

type State = HubHealth['engine']['state'];

const NOT_ASKED = 'not yet asked';

/** Engine with its health: every query passes here, and each change of the health is logged once. */
export class WatchedEngine {
  readonly #sharedFlush: SharedFlush;
  /** How long the engine took to store a batch, and to answer a question. */
  readonly writes = new DurationLog();
  readonly questions = new DurationLog();
  #state: State = 'down';
  #sinceS: number;
  #detail: string | null = NOT_ASKED;
  #version: string | null = null;
  readonly #folded: Log;
  constructor(
    private readonly engine: Engine,
    private readonly clock: Clock,
    private readonly log: Log,
    signal: AbortSignal,
  ) {
    this.#sinceS = clock.nowS();
    this.#folded = foldRepeats(log, clock);
    this.#sharedFlush = new SharedFlush(() => this.ask((there) => there.flush()), clock, signal);
  }

  get deletesSeriesAlone(): boolean {
    return this.engine.deletesSeriesAlone;
  }

  get state(): State {
    return this.#state;
  }

  health(): HubHealth['engine'] {
    const { kind } = this.engine;
    return { kind, version: this.#version, state: this.#state, since_ts: this.#sinceS, detail: this.#detail };
  }

  async ask<T>(question: (engine: Engine) => Promise<T>, durations = this.questions): Promise<T> {
    try {
      if (this.#version === null) await this.#meet();
      const startMs = this.clock.steadyMs();
      const answer = await question(this.engine);
      durations.add((this.clock.steadyMs() - startMs) / 1000);
      // Only a successful write ends `full`: an engine whose disk is full still answers reads.
      if (this.#state === 'down') this.#turn('ok', null);
      return answer;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.trouble === 'refused') this.#folded.error({ err: error }, 'the engine did not take what the hub said');
      else this.#turn(error.trouble, error.message);
      if (error.trouble === 'down') this.#version = null; // it may come back as another
      throw error;
    }
  }

  async write(lines: string): Promise<void> {
    await this.ask((engine) => engine.write(lines), this.writes);
    if (this.#state === 'full') this.#turn('ok', null);
  }

  /** Flush that begins after this call, shared with whoever waits for one just now. */
  flush(): Promise<void> {
    return this.#sharedFlush.join();
  }

  /** Work that can wait for an engine that is away, which has been reported: it is left undone this time. */
  async whenThere(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  }

  async #meet(): Promise<void> {
    const { version, warnings } = await this.engine.meet().catch((error: unknown): never => {
      // Another program answers at this address, so the engine is down.
      throw error instanceof EngineError && error.trouble === 'refused'
        ? new EngineError('down', error.message)
        : error;
    });
    this.#version = version;
    for (const warning of warnings) this.#folded.warn({ fold: warning }, warning);
  }

  #turn(state: State, detail: string | null): void {
    const isNews = state !== this.#state || this.#detail === NOT_ASKED;
    if (state !== this.#state) this.#sinceS = this.clock.nowS();
    this.#state = state;
    this.#detail = detail;
    if (!isNews) return;
    if (state === 'ok') this.log.info({ version: this.#version }, 'the engine answers');
    else this.log.warn({ state, detail }, 'the engine does not take or give anything');
  }
}
