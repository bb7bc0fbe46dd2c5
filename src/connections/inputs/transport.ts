import { atMost } from '../../base/clock.ts';
import type { Ports } from '../../sending/ports.ts';
import type { Observation } from '../../station/inputs/observation.ts';
import type { Sentence } from '../../words/sentence.ts';
import { lasting } from '../lasting.ts';

export type InputPorts = Pick<Ports, 'clock' | 'random' | 'fetch' | 'log'>;
export type Take = (observations: readonly Observation[]) => void;
export type Tell = (words: Sentence, severity: 'info' | 'warn') => void;

/** Time limit for the end of a transport: the program has one second in all. */
const ENDS_WITHIN_MS = 400;

/**
 * Transport of one family of senders: brings their messages in, and decides nothing about them. It lives as long as the station; what ends
 * it by a fault of ours begins again, later and later.
 */
export abstract class Transport {
  abstract readonly name: string;
  readonly #stop = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(protected readonly ports: InputPorts) {}

  start(): void {
    this.#running = lasting(this, this.ports, this.#stop.signal);
  }

  stop(): Promise<void> {
    this.#stop.abort();
    return atMost(ENDS_WITHIN_MS, this.ports.clock, this.#running);
  }

  /** Runs until the signal. */
  abstract run(signal: AbortSignal): Promise<void>;
}

/** Resolves at the signal. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
