import { Worker } from 'node:worker_threads';
import type { HeavyHandle } from '../../base/heavy-handle.ts';
import type { WorkerStorePlan } from '../store/worker-store.ts';
import type { Heavy } from './heavy.ts';
import type { HeavyName, InputOf, OutputOf } from './works.ts';

/** Start message of a worker thread. */
export interface ThreadOrder {
  name: HeavyName;
  input: unknown;
  plan: WorkerStorePlan;
}

/** Messages from the worker. An error loses its class on the way; its code is what callers use. */
export type ThreadWord =
  /** Ready message: native code is loaded, so the thread can be ended safely. */
  | { here: true }
  | { progress: number }
  | { done: unknown }
  | { failed: { name: string; message: string; code: string | undefined; stack: string | undefined } };

/** Message to the worker: stop at the next slice. */
export const STOP = 'stop';

/** A thread that is asked to end and does not answer is ended: its transactions are small and whole. */
const ANSWERS_WITHIN_MS = 300;
/** Young objects of a job die young; without a bound V8 lets them grow to 48 MB. */
const YOUNG_MB = 4;

/** The program of a thread could not even be begun: no memory for one, or a runtime that does not find it where it is packed. */
class NoThread extends Error {}

/** Fallbacks where no worker thread can be started. */
export interface WithoutThread {
  heavy: Heavy;
  tell(why: string): void;
}

/**
 * Thread per heavy job, started for it and ended after it; a caller that runs one job at a time has one thread. If no thread can start, the
 * job runs on the sampling thread, and an event says so.
 */
export class Threads implements Heavy {
  /** `entry`: the bundled program of the thread. */
  constructor(
    private readonly entry: string,
    private readonly plan: WorkerStorePlan,
    private readonly without: WithoutThread,
  ) {}

  async run<N extends HeavyName>(name: N, input: InputOf<N>, handle: HeavyHandle): Promise<OutputOf<N>> {
    try {
      return await this.#inThread(name, input, handle);
    } catch (error) {
      if (!(error instanceof NoThread) || handle.signal.aborted) throw error;
      this.without.tell(`${name} has no thread and keeps the samples waiting: ${error.message}`);
      return this.without.heavy.run(name, input, handle);
    }
  }

  #inThread<N extends HeavyName>(name: N, input: InputOf<N>, { signal, progress }: HeavyHandle): Promise<OutputOf<N>> {
    const order: ThreadOrder = { name, input, plan: this.plan };
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const worker = new Worker(this.entry, {
      workerData: order,
      name: `weatherglass ${name}`,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    let here = false;
    let patience: NodeJS.Timeout | undefined;
    const loseIt = () => {
      patience = setTimeout(() => void worker.terminate(), ANSWERS_WITHIN_MS);
    };
    // A thread that is ended while it loads native code takes the whole process with it: it is ended after its first message.
    const end = () => {
      worker.postMessage(STOP);
      if (here) loseIt();
    };
    signal.addEventListener('abort', end, { once: true });
    return new Promise<OutputOf<N>>((resolve, reject) => {
      let outcome = () => reject(signal.aborted ? (signal.reason as Error) : new Error(`the thread of ${name} ended`));
      worker.on('message', (word: ThreadWord) => {
        if ('here' in word) {
          here = true;
          if (signal.aborted) loseIt();
        } else if ('progress' in word) progress(word.progress);
        else if ('done' in word) outcome = () => resolve(word.done as OutputOf<N>);
        else outcome = () => reject(Object.assign(new Error(word.failed.message), word.failed));
      });
      worker.once('error', (error) => {
        outcome = () => reject(here ? error : new NoThread((error as Error).message));
      });
      worker.once('exit', () => {
        signal.removeEventListener('abort', end);
        clearTimeout(patience);
        setImmediate(() => outcome()); // in a turn of its own: who then awaits `anotherTurn` gets a whole one
      });
    });
  }
}
