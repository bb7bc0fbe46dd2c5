// Preload (--import) of a station: a wall in the station's own process, which asks through the loopback as the page does. It counts in
// milliseconds that their thread computes, so that a busy machine lengthens nothing, and whatever keeps the thread at work does.
import { isMainThread } from 'node:worker_threads';
import { systemClock } from '../../src/main/clock.ts';
import { ask } from './ask.ts';
import { LongestTurn } from './longest-turn.ts';

/** Over IPC. It begins to ask, its first answer held up for so long by computing; it tells, and goes on; it ends. */
export type Order = { port: number; holdMs?: number } | 'tell' | 'end';

/** Since it began: the longest of each, in milliseconds of computing. */
export interface Waits {
  /** From a question until its answer is read, or given up. */
  answerMs: number;
  /** From a sample that the wall sees to its question that finds the next: how long it then waits is `answerMs`. */
  sampleMs: number;
  /** Of one turn of the event loop. */
  turnMs: number;
  samples: number;
  /** Answers that were no 200, and questions that had none. */
  refused: string[];
}

const PAUSE_MS = 20;
const computedMs = systemClock.computedMs!;

class WallWithin {
  readonly #port: number;
  readonly #turn = new LongestTurn();
  readonly #waits: Waits = { answerMs: 0, sampleMs: 0, turnMs: 0, samples: 0, refused: [] };
  #count: number | null = null;
  #sampledMs = computedMs();
  #ended = false;
  #asking: Promise<void>;

  constructor(port: number, holdMs: number) {
    this.#port = port;
    this.#asking = this.#go(holdMs);
  }

  tell = (): Waits => this.#waits;

  async end(): Promise<Waits> {
    this.#ended = true;
    await this.#asking;
    return { ...this.#waits, turnMs: this.#turn.end() };
  }

  async #go(holdMs: number): Promise<void> {
    for (let held = holdMs; !this.#ended; held = 0) {
      await this.#ask('/api/telemetry', held);
      const askedMs = computedMs();
      this.#look((await this.#ask('/api/metrics')) ?? '', askedMs);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #ask(path: string, holdMs = 0): Promise<string | null> {
    const startMs = computedMs();
    const asked = ask(this.#port, { path });
    while (computedMs() < startMs + holdMs);
    try {
      const { status, text } = await asked;
      if (status === 200) return text;
      this.#waits.refused.push(`${path}: ${status}`);
    } catch (error) {
      this.#waits.refused.push(`${path}: ${error}`);
    } finally {
      this.#waits.answerMs = Math.max(this.#waits.answerMs, computedMs() - startMs);
    }
    return null;
  }

  #look(metrics: string, askedMs: number): void {
    const count = Number(/^weatherglass_samples_total (\d+)/m.exec(metrics)?.[1]);
    this.#waits.sampleMs = Math.max(this.#waits.sampleMs, askedMs - this.#sampledMs);
    if (Number.isNaN(count) || count === this.#count) return;
    this.#waits.samples += this.#count === null ? 0 : count - this.#count;
    this.#count = count;
    this.#sampledMs = computedMs();
  }
}

function onOrders(): void {
  let wall: WallWithin | null = null;
  process.on('message', async (order: Order) => {
    if (typeof order === 'object') wall = new WallWithin(order.port, order.holdMs ?? 0);
    process.send?.(order === 'end' ? await wall!.end() : wall!.tell());
  });
  process.channel?.unref();
}

if (isMainThread && process.send) onOrders();
