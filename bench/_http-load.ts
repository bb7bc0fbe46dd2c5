import { connect, type Socket } from 'node:net';

/** One keep-alive connection that asks for the same path again and again, as cheaply as a client can. */
class Asker {
  answers = 0;
  refused = 0;
  readonly latenciesMs: number[] = [];
  #pending: Buffer = Buffer.alloc(0);
  #sentMs = 0;
  #running = false;
  private constructor(
    private readonly socket: Socket,
    private readonly request: string,
  ) {
    socket.on('data', (chunk) => this.#read(chunk));
  }

  static open(port: number, path: string): Promise<Asker> {
    const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Asker(socket, request)));
      socket.setNoDelay(true).once('error', reject);
    });
  }

  start(): void {
    this.#running = true;
    this.#ask();
  }
  pause(): void {
    this.#running = false;
  }
  close(): void {
    this.socket.destroy();
  }

  #ask(): void {
    this.#sentMs = performance.now();
    this.socket.write(this.request);
  }
  #read(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const headEnd = this.#pending.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#pending.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#pending.length < headEnd + 4 + length) return;
    if (!head.startsWith('HTTP/1.1 200')) this.refused += 1;
    this.#pending = Buffer.alloc(0);
    this.answers += 1;
    this.latenciesMs.push(performance.now() - this.#sentMs);
    if (this.#running) this.#ask();
  }
}

export interface LoadResult {
  perSecond: number;
  answers: number;
  refused: number;
  p50Ms: number;
  p99Ms: number;
}

/** Asks over `connections` keep-alive connections for `ms`, each waiting for its answer before it asks again. */
export async function load(port: number, path: string, connections: number, ms: number): Promise<LoadResult> {
  const askers = await Promise.all(Array.from({ length: connections }, () => Asker.open(port, path)));
  const startedMs = performance.now();
  for (const asker of askers) asker.start();
  await new Promise((resolve) => setTimeout(resolve, ms));
  for (const asker of askers) asker.pause();
  const answers = askers.reduce((sum, asker) => sum + asker.answers, 0);
  const seconds = (performance.now() - startedMs) / 1000;
  const latencies = askers.flatMap((asker) => asker.latenciesMs).sort((a, b) => a - b);
  for (const asker of askers) asker.close();
  return {
    perSecond: answers / seconds,
    answers,
    refused: askers.reduce((sum, asker) => sum + asker.refused, 0),
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}

export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
