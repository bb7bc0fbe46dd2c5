import { readdirSync, readFileSync } from 'node:fs';

/**
 * Run delay of a process: for how long its threads were ready to compute and the kernel gave no core to them (schedstat of /proc, field 2).
 * What a test measures in seconds loses these, so that it judges the program and not what else the machine does. Where the kernel counts
 * none, nothing is forgiven.
 */
export class RunDelay {
  readonly #threads = new Map<string, number>();
  #totalMs = 0;

  constructor(private readonly pid: number) {
    this.totalMs();
    this.#totalMs = 0;
  }

  /** Since this was made, of all threads together; what a thread that ended had not told goes with it. */
  totalMs(): number {
    for (const [thread, ms] of delaysOf(this.pid)) {
      this.#totalMs += ms - (this.#threads.get(thread) ?? 0);
      this.#threads.set(thread, ms);
    }
    return this.#totalMs;
  }
}

function* delaysOf(pid: number): Generator<[thread: string, ms: number]> {
  const tasks = `/proc/${pid}/task`;
  let threads: string[] = [];
  try {
    threads = readdirSync(tasks);
  } catch {
    return; // it has ended, or this is not Linux
  }
  for (const thread of threads) {
    try {
      yield [thread, Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6];
    } catch {
      // the thread has ended since, or the kernel counts nothing
    }
  }
}
