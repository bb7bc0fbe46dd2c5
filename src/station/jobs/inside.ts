import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Clock } from '../../base/clock.ts';
import { openBare } from '../store/sqlite/database.ts';
import { inContext } from './context.ts';
import { STOP, type ThreadOrder, type ThreadWord } from './thread.ts';
import { heavyJob } from './works.ts';

const STEP = 0.005;
/** Nice value of heavy jobs: on a shared core the sampling thread comes first. A higher one stays: only root may lower it. */
const NICENESS = 10;

/** The life of a heavy thread: one job, its result or its failure, and the end. */
export async function live(clock: Clock): Promise<void> {
  const { name, input, plan } = workerData as ThreadOrder;
  const port = parentPort!;
  const stop = new AbortController();
  port.on('message', (word) => {
    if (word === STOP) stop.abort();
  });
  const say = (word: ThreadWord) => port.postMessage(word);
  openBare(':memory:').close(); // loads what is native
  say({ here: true });
  // While the station opens nobody samples. 0 is this thread on Linux, and the whole process elsewhere.
  if (name !== 'prepare' && process.platform === 'linux' && getPriority(0) < NICENESS) setPriority(0, NICENESS);
  let reportedShare = 0;
  const progress = (share: number) => {
    if (share - reportedShare < STEP && share < 1) return;
    reportedShare = share;
    say({ progress: share });
  };
  try {
    const handle = { signal: stop.signal, progress };
    const done = await inContext(plan, clock, handle, (context) => heavyJob(name)(context, input));
    stop.signal.throwIfAborted();
    say({ done });
  } catch (error) {
    const { name: kind, message, stack } = error instanceof Error ? error : new Error(String(error));
    say({ failed: { name: kind, message, code: (error as NodeJS.ErrnoException).code, stack } });
  } finally {
    port.close();
  }
}
