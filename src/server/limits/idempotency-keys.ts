import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { HOUR_MS } from '../../base/durations.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../../http/api-error.ts';
import { sentence } from '../../words/sentence.ts';

/** Time for which a result is kept: longer than retries and than a training. */
const KEPT_MS = HOUR_MS / 4;
const MOST_KEPT = 256;
const MOST_BYTES = 256 * 1024;
/** Longest result to keep. A longer one is a download, which changed nothing. */
const LONGEST_KEPT = 16 * 1024;

type Route = Pick<Endpoint, 'method' | 'path'>;

interface Done {
  asked: string;
  answer: Promise<Buffer>;
  /** 0 while it is under way. */
  bytes: number;
  untilMs: number;
}

/**
 * Idempotency keys: each change is done once. If its answer was lost, a request with the same key gets the same answer and changes
 * nothing, also while the first is still running. A refused request may be repeated. Survives a restart for new settings.
 */
export class IdempotencyKeys {
  readonly #done = new Map<string, Done>();
  #bytes = 0;
  constructor(private readonly clock: Clock) {}

  /** A key counts for its route; `asked` is all that was sent with it. */
  async once({ method, path }: Route, key: string, asked: unknown, act: () => Promise<Buffer>): Promise<Buffer> {
    this.#forgetOld();
    const name = `${method} ${path} ${key}`;
    const digest = createHash('sha256').update(JSON.stringify(asked)).digest('base64');
    const before = this.#done.get(name);
    if (before && before.asked !== digest) throw new ApiError(422, sentence('refusal.intention'));
    if (before) return before.answer;
    const mine: Done = { asked: digest, answer: act(), bytes: 0, untilMs: Number.POSITIVE_INFINITY };
    this.#done.set(name, mine);
    try {
      const answer = await mine.answer;
      if (answer.length > LONGEST_KEPT) this.#forget(name, mine);
      else this.#keep(name, mine, answer.length);
      return answer;
    } catch (error) {
      this.#forget(name, mine);
      throw error;
    }
  }

  #keep(name: string, mine: Done, bytes: number): void {
    this.#done.delete(name); // set again, so that the map's order is that of time
    this.#done.set(name, Object.assign(mine, { bytes, untilMs: this.clock.steadyMs() + KEPT_MS }));
    this.#bytes += bytes;
    for (const [oldest, { bytes: some }] of this.#done) {
      if (this.#done.size <= MOST_KEPT && this.#bytes <= MOST_BYTES) return;
      if (some > 0) this.#forget(oldest, this.#done.get(oldest)!);
    }
  }

  #forgetOld(): void {
    const nowMs = this.clock.steadyMs();
    for (const [name, done] of this.#done) if (done.untilMs <= nowMs) this.#forget(name, done);
  }

  #forget(name: string, done: Done): void {
    if (this.#done.get(name) !== done) return;
    this.#done.delete(name);
    this.#bytes -= done.bytes;
  }
}
