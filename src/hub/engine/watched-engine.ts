import type { Clock } from '../../base/clock.ts';
import { DurationLog } from '../../base/duration-log.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { HubHealth } from '../../contract/fleet.ts';
import { foldRepeats, type Log } from '../../http/log.ts';
import { type Engine, EngineError } from './engine.ts';

type State = HubHealth['engine']['state'];

const NOT_ASKED = 'not yet asked';
/** Least time between the starts of two flushes: each costs the engine a tenth of a second and a few files. */
const FLUSHES_APART_MS = 250;

/** Engine with its health: every query passes here, and each change of the health is logged once. */
export class WatchedEngine {
  readonly #flushes = new SerialQueue();
  #nextFlush: Promise<void> | null = null;
  #flushedMs = Number.NEGATIVE_INFINITY;
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
    private readonly signal: AbortSignal,
  ) {
    this.#sinceS = clock.nowS();
    this.#folded = foldRepeats(log, clock);
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

  /** Group commit: one flush shared by all callers that join at about the same time. A caller gets a flush that begins after its call. */
  flush(): Promise<void> {
    this.#nextFlush ??= this.#flushes.take(async () => {
      const waitMs = this.#flushedMs + FLUSHES_APART_MS - this.clock.steadyMs();
      if (waitMs > 0) await this.clock.sleep(waitMs, this.signal);
      this.#nextFlush = null;
      this.#flushedMs = this.clock.steadyMs();
      await this.ask((there) => there.flush());
    });
    return this.#nextFlush;
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
