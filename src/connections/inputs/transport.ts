import { atMost } from '../../base/clock.ts';
import type { Ports } from '../../sending/ports.ts';
import type { Observation } from '../../station/inputs/observation.ts';
import { sentence } from '../../words/sentence.ts';
import { lasting } from '../lasting.ts';
import { type Tell, Troubles } from './troubles.ts';

export type InputPorts = Pick<Ports, 'clock' | 'random' | 'fetch' | 'log'>;
export type Take = (observations: readonly Observation[]) => void;

/** Time limit for the end of a transport: the program has one second in all. */
const ENDS_WITHIN_MS = 400;

/**
 * Transport of one family of senders: brings their messages in, and decides nothing about them. It lives as long as the station; what ends
 * it by a fault of ours begins again, later and later.
 */
export abstract class Transport<Options> {
  abstract readonly name: string;
  readonly #stop = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  #troubles: Troubles | null = null;

  constructor(
    protected readonly options: Options,
    protected readonly take: Take,
    private readonly tell: Tell,
    protected readonly ports: InputPorts,
  ) {}

  /** Troubles of this transport, whose end is told by its name. */
  protected get troubles(): Troubles {
    this.#troubles ??= new Troubles(this.ports.clock, this.tell, sentence('input.works', { input: this.name }));
    return this.#troubles;
  }

  protected unreadable(): void {
    this.troubles.note('unreadable', sentence('input.unreadable', { input: this.name }));
  }

  protected flooded(): void {
    this.troubles.note('flood', sentence('input.flood', { input: this.name }));
  }

  start(): void {
    this.#running = lasting(this, this.ports, this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await atMost(ENDS_WITHIN_MS, this.ports.clock, this.#running);
  }

  abstract run(signal: AbortSignal): Promise<void>;
}
